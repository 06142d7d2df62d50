// The lock of Mellor-Crummey and Scott: xchg, lock cmpxchg.
#include <pthread.h>
#include <assert.h>
struct node { struct node *next; int wait; };
static struct node *tail; int in; static struct node nodes[2];
static struct node *ld(struct node **p) { struct node *r; asm volatile("movq %1,%0" : "=r"(r) : "m"(*p) : "memory"); return r; }
static int ldi(int *p) { int r; asm volatile("movl %1,%0" : "=r"(r) : "m"(*p) : "memory"); return r; }
static void lock(struct node *n) {
  n->next = 0; n->wait = 1; struct node *prev = n;
  asm volatile("xchgq %0,%1" : "+r"(prev), "+m"(tail) :: "memory");
  if (prev) { asm volatile("movq %1,%0" : "=m"(prev->next) : "r"(n) : "memory"); while (ldi(&n->wait)) asm volatile("pause"); } }
static void unlock(struct node *n) {
  struct node *next = ld(&n->next);
  if (!next) {
    struct node *old = n; unsigned char ok;
    asm volatile("lock cmpxchgq %3,%1; setz %0" : "=q"(ok), "+m"(tail), "+a"(old) : "r"((struct node *)0) : "memory", "cc");
    if (ok) return;
    while (!(next = ld(&n->next))) asm volatile("rep; nop");
  }
  asm volatile("movl %1,%0" : "=m"(next->wait) : "ri"(0) : "memory"); }
void *t(void *a) { lock(a); in++; assert(in == 1); in--; unlock(a); return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, t, &nodes[0]); pthread_create(&b, 0, t, &nodes[1]); pthread_join(a, 0); pthread_join(b, 0); return 0; }
