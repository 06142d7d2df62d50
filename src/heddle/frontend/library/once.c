/* pthread_once: 0 = not yet, 1 = running, 2 = done.  Other threads wait while the routine runs.  (A routine that is cancelled
 * leaves the others waiting for ever.) */
#include <pthread.h>
#include "model.h"

enum { NOT_YET, RUNNING, DONE };

int pthread_once(pthread_once_t *once, void (*routine)(void))
{
    STEP_BEGIN();
    int state = *once;
    __heddle_await(state != RUNNING);
    if (state == NOT_YET)
        *once = RUNNING;
    STEP_END();
    if (state == NOT_YET) {
        routine();
        STEP_BEGIN();
        *once = DONE;
        STEP_END();
    }
    return 0;
}
