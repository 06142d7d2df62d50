// clang promotes a bit-field that is wider than int to the type that it is declared with; GCC computes in its own width
struct W { unsigned long long a : 40; long long c : 40; unsigned narrow : 20; };
int main(void) {
    struct W w = { (1ULL << 40) - 1, -1, 7 };
    A(w.a + 1 == 1ULL << 40);
    A(w.a << 4 == ((1ULL << 40) - 1) << 4);
    A(~w.a == 0xffffff0000000000ULL);
    A(-w.a == 0xffffff0000000001ULL);
    A(w.a * 2 > w.a);
    A(w.c - 1 == -2 && (w.c < 0));
    A(w.narrow - 8 < 0);
    A(w.a++ == (1ULL << 40) - 1 && w.a == 0);
    return 0;
}
