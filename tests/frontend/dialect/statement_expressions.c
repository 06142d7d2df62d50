#define max(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define min(a,b) ({ __auto_type _a = (a); __auto_type _b = (b); _a < _b ? _a : _b; })
struct P { int x, y; }; 
#define container_of(ptr, type, member) ({ const typeof(((type *)0)->member) *__mptr = (ptr); (type *)((char *)__mptr - __builtin_offsetof(type, member)); })
int main(void) { int i = 3; A(max(i++, 2) == 3); A(i == 4); A(min(max(1, 2), 3) == 2); A(({ int k = 0; while (k < 5) k++; k; }) == 5);
 int r = ({ if (i) goto out; 5; }); A(0); out: A(i == 4); struct P p = {1, 2}; A(container_of(&p.y, struct P, y) == &p); A(({ p; }).y == 2); ({ i = 9; }); A(i == 9);
 int t = ({ int q; switch (i) { case 9: q = 1; break; default: q = 2; } q; }); A(t == 1); int *pp = ({ static int z = 5; &z; }); A(*pp == 5); ({ ; }); (void)({ 1; });
 A(({ int a[3] = {1,2,3}; a[1]; }) == 2); A(({ (void)0; ({ 7; }); }) == 7); for (int j = ({ 0; }); j < ({ 3; }); j++) i++; A(i == 12); 
 int v = ({ struct P q = {4, 5}; q.x + q.y; }); A(v == 9); return 0; }
