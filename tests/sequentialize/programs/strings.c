// expect: violation unwind=8 rounds=2
// A string that is overwritten while it is read.
#include <assert.h>
#include <pthread.h>
#include <string.h>

char name[8] = "abcd";

void *rename_it(void *unused)
{
    name[0] = 'x';
    name[3] = '\0';
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, rename_it, 0);
    int changed = name[0] == 'x';
    int length = (int)strlen(name);
    assert(length == (changed ? 3 : 4));
    return 0;
}
