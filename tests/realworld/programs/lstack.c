/* A stack whose head is a counter and a pointer, changed together by a compare-and-exchange of 16 bytes; a second stack holds the free nodes.
   -DNO_TAG: the counter stands still, so a node that comes back is taken for the old one (ABA). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct lstack_node {
    int value;
    struct lstack_node *next;
};

struct lstack_head {
    uintptr_t aba;
    struct lstack_node *node;
};

typedef struct {
    struct lstack_node *node_buffer;
    _Atomic struct lstack_head head, free;
} lstack_t;

#ifdef NO_TAG
#define TAG(x) (x)
#else
#define TAG(x) ((x) + 1)
#endif

static int lstack_init(lstack_t *lstack, size_t max_size)
{
    lstack->node_buffer = malloc(max_size * sizeof(struct lstack_node));
    if (lstack->node_buffer == NULL)
        return -1;
    for (size_t i = 0; i + 1 < max_size; i++)
        lstack->node_buffer[i].next = lstack->node_buffer + i + 1;
    lstack->node_buffer[max_size - 1].next = NULL;
    atomic_init(&lstack->head, ((struct lstack_head){ 0, NULL }));
    atomic_init(&lstack->free, ((struct lstack_head){ 0, lstack->node_buffer }));
    return 0;
}

static struct lstack_node *pop(_Atomic struct lstack_head *head)
{
    struct lstack_head next, orig = atomic_load(head);
    do {
        if (orig.node == NULL)
            return NULL;
        next.aba = TAG(orig.aba);
        next.node = orig.node->next;
    } while (!atomic_compare_exchange_weak(head, &orig, next));
    return orig.node;
}

static void push(_Atomic struct lstack_head *head, struct lstack_node *node)
{
    struct lstack_head next, orig = atomic_load(head);
    do {
        node->next = orig.node;
        next.aba = TAG(orig.aba);
        next.node = node;
    } while (!atomic_compare_exchange_weak(head, &orig, next));
}

static bool lstack_push(lstack_t *lstack, int value)
{
    struct lstack_node *node = pop(&lstack->free);
    if (node == NULL)
        return false;
    node->value = value;
    push(&lstack->head, node);
    return true;
}

static int lstack_pop(lstack_t *lstack)
{
    struct lstack_node *node = pop(&lstack->head);
    if (node == NULL)
        return 0;
    int value = node->value;
    push(&lstack->free, node);
    return value;
}

static lstack_t stack;
static int taken[4];

static void *popper(void *unused)
{
    (void)unused;
    taken[lstack_pop(&stack)]++;
    return NULL;
}

/* Puts back the node that it took first: a pop that has read the old successor must fail. */
int main(void)
{
    pthread_t t;
    if (lstack_init(&stack, 3) != 0)
        return 1;
    lstack_push(&stack, 2);
    lstack_push(&stack, 1);
    if (pthread_create(&t, NULL, popper, NULL) != 0)
        return 1;
    struct lstack_node *a = pop(&stack.head), *b = pop(&stack.head);
    if (a && b)
        push(&stack.head, a);
    pthread_join(t, NULL);
    int again = lstack_pop(&stack);
    if (b) /* ours: nobody else can have it, nor find it again */
        assert(taken[b->value] == 0 && again != b->value);
    return 0;
}
