// lp64 only
#include <stdatomic.h>
#include <stdint.h>
#include <stddef.h>
struct node { int v; struct node *next; }; struct head { uintptr_t aba; struct node *node; };
typedef struct { _Atomic struct head head; _Atomic size_t size; } stack;
static struct node *pop(_Atomic struct head *h) { struct head next, orig = atomic_load(h); do { if (!orig.node) return NULL; next.aba = orig.aba + 1; next.node = orig.node->next; } while (!atomic_compare_exchange_weak(h, &orig, next)); return orig.node; }
static void push(_Atomic struct head *h, struct node *n) { struct head next, orig = atomic_load(h); do { n->next = orig.node; next.aba = orig.aba + 1; next.node = n; } while (!atomic_compare_exchange_weak(h, &orig, next)); }
stack st; struct node ns[3]; __int128 wide; unsigned __int128 uw; struct head hp __attribute__((aligned(16)));
int main(void) { struct head zero = {0, 0}; atomic_init(&st.head, zero); atomic_init(&st.size, 3);
 push(&st.head, &ns[0]); push(&st.head, &ns[1]); A(pop(&st.head) == &ns[1]); A(pop(&st.head) == &ns[0]); A(!pop(&st.head));
 A(__sync_bool_compare_and_swap(&wide, (__int128)0, ((__int128)5 << 64) + 3)); A((long)(wide >> 64) == 5 && (long)wide == 3);
 __int128 ex = wide; A(__atomic_compare_exchange_n(&wide, &ex, ex + 1, 0, 5, 5)); A((long)wide == 4);
 A(__sync_val_compare_and_swap(&wide, ex, 0) == ex + 1);
 struct head e = {0,0}, d = {1, &ns[2]}; A(__atomic_compare_exchange(&hp, &e, &d, 0, 5, 5)); A(hp.aba == 1 && hp.node == &ns[2]);
 return 0; }
