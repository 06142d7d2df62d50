// Lists and queues of <sys/queue.h>, also those macros that some systems lack.
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

static void lists(void)
{
    assert(SLIST_EMPTY(&slist) && LIST_EMPTY(&list));
    SLIST_INSERT_HEAD(&slist, &n[1], s);
    SLIST_INSERT_HEAD(&slist, &n[0], s);
    SLIST_INSERT_AFTER(&n[1], &n[2], s);
    assert(ORDER(SLIST_FOREACH(p, &slist, s)) == 123);
    SLIST_REMOVE(&slist, &n[1], node, s);
    assert(ORDER(SLIST_FOREACH(p, &slist, s)) == 13 && SLIST_NEXT(&n[0], s) == &n[2]);
    SLIST_REMOVE_HEAD(&slist, s);
    assert(SLIST_FIRST(&slist) == &n[2]);
    SLIST_INIT(&slist);
    assert(SLIST_EMPTY(&slist));
    LIST_INSERT_HEAD(&list, &n[1], l);
    LIST_INSERT_BEFORE(&n[1], &n[0], l);
    LIST_INSERT_AFTER(&n[1], &n[3], l);
    LIST_INSERT_BEFORE(&n[3], &n[2], l);
    assert(ORDER(LIST_FOREACH(p, &list, l)) == 1234);
    LIST_REMOVE(&n[0], l);
    LIST_REMOVE(&n[2], l);
    LIST_REMOVE(&n[3], l);
    assert(ORDER(LIST_FOREACH(p, &list, l)) == 2 && LIST_FIRST(&list) == &n[1] && !LIST_NEXT(&n[1], l));
    LIST_REMOVE(&n[1], l);
    assert(LIST_EMPTY(&list));
}

static void queues(void)
{
    STAILQ_INSERT_TAIL(&stailq, &n[1], st);
    STAILQ_INSERT_HEAD(&stailq, &n[0], st);
    STAILQ_INSERT_TAIL(&stailq, &n[3], st);
    STAILQ_INSERT_AFTER(&stailq, &n[1], &n[2], st);
    assert(ORDER(STAILQ_FOREACH(p, &stailq, st)) == 1234);
    STAILQ_REMOVE(&stailq, &n[3], node, st);
    STAILQ_REMOVE_HEAD(&stailq, st);
    STAILQ_INSERT_TAIL(&stailq2, &n[0], st);
    STAILQ_CONCAT(&stailq, &stailq2);
    assert(ORDER(STAILQ_FOREACH(p, &stailq, st)) == 231 && STAILQ_EMPTY(&stailq2));
    SIMPLEQ_INSERT_TAIL(&simpleq, &n[1], si);
    SIMPLEQ_INSERT_HEAD(&simpleq, &n[0], si);
    SIMPLEQ_INSERT_AFTER(&simpleq, &n[1], &n[3], si);
    assert(ORDER(SIMPLEQ_FOREACH(p, &simpleq, si)) == 124);
    SIMPLEQ_REMOVE(&simpleq, &n[1], node, si);
    SIMPLEQ_REMOVE_HEAD(&simpleq, si);
    assert(SIMPLEQ_FIRST(&simpleq) == &n[3] && !SIMPLEQ_NEXT(&n[3], si));
    SIMPLEQ_REMOVE_HEAD(&simpleq, si);
    assert(SIMPLEQ_EMPTY(&simpleq));
}

int main(void)
{
    lists();
    queues();
    return 0;
}
