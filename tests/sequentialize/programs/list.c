// expect: violation unwind=3 rounds=2
// A linked list with an unlocked push: a node can get lost.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { struct node *next; int value; };
struct node *head;

void push(int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->value = value;
    n->next = head;
    head = n;
}

void *work(void *unused)
{
    push(1);
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    push(2);
    pthread_join(a, 0);
    int length = 0;
    for (struct node *n = head; n; n = n->next)
        length++;
    assert(length == 2);
    return 0;
}
