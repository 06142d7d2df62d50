// expect: violation
// unwind: 5
// A lock-free stack of nodes in an array.  A pop that was interrupted takes a node that has been away and come back (ABA).

#include <assert.h>
#include <pthread.h>

#define NODES 3
int next[NODES + 1] = {0, 2, 3, 0}; // 1 -> 2 -> 3
int top = 1;
int taken[NODES + 1];

int pop(void)
{
    int node = top;
    if (node == 0)
        return 0;
    int below = next[node];
    if (!__sync_bool_compare_and_swap(&top, node, below))
        return 0;
    assert(!taken[node]);
    taken[node] = 1;
    return node;
}

void push(int node)
{
    taken[node] = 0;
    int below = top;
    next[node] = below;
    __sync_bool_compare_and_swap(&top, below, node);
}

void *popper(void *unused)
{
    pop();
    pop();
    return 0;
}

void *mover(void *unused)
{
    int first = pop();
    pop();
    if (first)
        push(first);
    return 0;
}

int main(void)
{
    pthread_t popping, moving;
    pthread_create(&popping, 0, popper, 0);
    pthread_create(&moving, 0, mover, 0);
    pthread_join(popping, 0);
    pthread_join(moving, 0);
    return 0;
}
