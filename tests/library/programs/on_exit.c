// on_exit tells handlers the status; quick_exit has handlers of its own; handlers may register others.
// observe: seen
// outcomes: 75 | 9
#include <stdlib.h>
int seen;
int argument = 70;
_Bool __VERIFIER_nondet_bool(void);
static void late(void) { seen += 0; }
static void informed(int status, void *given) { seen = status + *(int *)given; atexit(late); }
static void quick(void) { seen = 9; }
int main(void) {
    on_exit(informed, &argument);
    at_quick_exit(quick);
    if (__VERIFIER_nondet_bool())
        quick_exit(3);
    return 5;
}
