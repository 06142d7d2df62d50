// exit runs handlers, the last one first, then destructors; so does the end of main; _Exit runs none.
// observe: order
// outcomes: 0 | 4321
#include <stdlib.h>
#include <pthread.h>
int order, place = 1;
static void note(int what) { order += what * place; place *= 10; }
static void added(void) { note(2); }
__attribute__((destructor)) static void last(void) { note(4); }
_Bool __VERIFIER_nondet_bool(void);
static void *leave(void *argument) { exit(0); }
static void early(void) { note(3); }
static void zeroth(void) { note(1); }
int main(void) {
    atexit(early);
    atexit(added);
    atexit(zeroth);
    if (__VERIFIER_nondet_bool())
        _Exit(0);
    if (__VERIFIER_nondet_bool()) {
        pthread_t thread;
        pthread_create(&thread, 0, leave, 0);
        pthread_join(thread, 0);
    }
    if (__VERIFIER_nondet_bool())
        exit(1);
    return 2;
}
