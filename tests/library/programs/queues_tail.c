// Lists and queues of <sys/queue.h>, with tails at both ends.
#include <assert.h>
#include <stddef.h>
#include <sys/queue.h>

struct node {
    int value;
    SLIST_ENTRY(node) s;
    LIST_ENTRY(node) l;
    STAILQ_ENTRY(node) st;
    SIMPLEQ_ENTRY(node) si;
    TAILQ_ENTRY(node) t;
    CIRCLEQ_ENTRY(node) c;
};
SLIST_HEAD(slist, node) slist = SLIST_HEAD_INITIALIZER(slist);
LIST_HEAD(list, node) list = LIST_HEAD_INITIALIZER(list);
STAILQ_HEAD(stailq, node) stailq = STAILQ_HEAD_INITIALIZER(stailq), stailq2 = STAILQ_HEAD_INITIALIZER(stailq2);
SIMPLEQ_HEAD(simpleq, node) simpleq = SIMPLEQ_HEAD_INITIALIZER(simpleq);
TAILQ_HEAD(tailq, node) tailq = TAILQ_HEAD_INITIALIZER(tailq), tailq2 = TAILQ_HEAD_INITIALIZER(tailq2);
CIRCLEQ_HEAD(circleq, node) circleq;
struct node n[4] = {{.value = 1}, {.value = 2}, {.value = 3}, {.value = 4}};
struct node *p, *next;
int seen;

/* The values in their order, as digits. */
#define ORDER(loop) (seen = 0, ({ loop seen = seen * 10 + p->value; seen; }))

static void tail_queues(void)
{
    TAILQ_INSERT_TAIL(&tailq, &n[1], t);
    TAILQ_INSERT_HEAD(&tailq, &n[0], t);
    TAILQ_INSERT_AFTER(&tailq, &n[1], &n[3], t);
    TAILQ_INSERT_BEFORE(&n[3], &n[2], t);
    assert(ORDER(TAILQ_FOREACH(p, &tailq, t)) == 1234);
    assert(ORDER(TAILQ_FOREACH_REVERSE(p, &tailq, tailq, t)) == 4321);
    assert(TAILQ_LAST(&tailq, tailq) == &n[3] && TAILQ_PREV(&n[3], tailq, t) == &n[2] && !TAILQ_NEXT(&n[3], t));
    TAILQ_REMOVE(&tailq, &n[1], t);
    TAILQ_REMOVE(&tailq, &n[3], t);
    TAILQ_INSERT_TAIL(&tailq2, &n[3], t);
    TAILQ_CONCAT(&tailq, &tailq2, t);
    assert(ORDER(TAILQ_FOREACH(p, &tailq, t)) == 134 && TAILQ_EMPTY(&tailq2));
    assert(ORDER(TAILQ_FOREACH_REVERSE(p, &tailq, tailq, t)) == 431);
    CIRCLEQ_INIT(&circleq);
    assert(CIRCLEQ_EMPTY(&circleq));
    CIRCLEQ_INSERT_HEAD(&circleq, &n[1], c);
    CIRCLEQ_INSERT_TAIL(&circleq, &n[3], c);
    CIRCLEQ_INSERT_BEFORE(&circleq, &n[1], &n[0], c);
    CIRCLEQ_INSERT_AFTER(&circleq, &n[1], &n[2], c);
    assert(ORDER(CIRCLEQ_FOREACH(p, &circleq, c)) == 1234 && ORDER(CIRCLEQ_FOREACH_REVERSE(p, &circleq, c)) == 4321);
    struct node *first = &n[0], *last = &n[3];
    assert(CIRCLEQ_LOOP_NEXT(&circleq, last, c) == first && CIRCLEQ_LOOP_PREV(&circleq, first, c) == last);
    CIRCLEQ_REMOVE(&circleq, &n[0], c);
    CIRCLEQ_REMOVE(&circleq, &n[2], c);
    assert(CIRCLEQ_FIRST(&circleq) == &n[1] && CIRCLEQ_LAST(&circleq) == &n[3] && CIRCLEQ_PREV(&n[3], c) == &n[1]);
}

int main(void)
{
    tail_queues();
    return 0;
}
