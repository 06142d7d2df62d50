int run(const unsigned char *code) { static void *table[] = { &&halt, &&inc, &&dec, &&dbl }; int acc = 1; 
 #define NEXT goto *table[*code++]
 NEXT; inc: acc++; NEXT; dec: acc--; NEXT; dbl: acc *= 2; NEXT; halt: return acc; }
int rel(int n) { static const int off[] = { &&a - &&a, &&b - &&a }; goto *(&&a + off[n]); a: return 10; b: return 20; }
int loop(int n) { void *p = &&top; int s = 0; top: s += n; if (n-- > 0) goto *p; p = &&end; goto *p; s = 99; end: return s; }
int choose(int k) { void *t[2] = { &&x, &&y }; void *q = k ? t[1] : t[0]; goto *q; x: return 1; y: return 2; }
int main(void) { unsigned char c[] = {1, 3, 3, 2, 0}; A(run(c) == 7); A(rel(0) == 10); A(rel(1) == 20); A(loop(3) == 6); A(choose(0) == 1); A(choose(5) == 2); void *l = &&here; if (l != &&here) return 1; here: return 0; }
