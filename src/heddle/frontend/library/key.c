/* Thread-specific data: a thread-local array of values, indexed by key.
 *
 * Keys are never used again after pthread_key_delete, so a new key's value is null in every thread; a program that makes
 * more than KEYS keys is refused.  At thread exit each non-null value with a destructor is destroyed, in the order of the
 * keys, as long as destructors set new values but at most four times.
 */
#include <errno.h>
#include <pthread.h>
#include "model.h"

enum { KEYS = 8, ROUNDS = 4 };

static unsigned keys_made;
static _Bool key_in_use[KEYS];
static void (*key_destructor[KEYS])(void *);
static _Thread_local void *key_value[KEYS];

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    STEP_BEGIN();
    unsigned made = keys_made;
    if (made >= KEYS)
        __heddle_unsupported("more than 8 keys of thread-specific data");
    keys_made = made + 1;
    key_in_use[made] = 1;
    key_destructor[made] = destructor;
    STEP_END();
#ifndef MODEL_DESTRUCTORS
    if (destructor)
        __heddle_unsupported("destructors of thread-specific data are not linked in");
#endif
    *key = made;
    return 0;
}

int pthread_key_delete(pthread_key_t key)
{
    if (key >= KEYS || !key_in_use[key])
        return EINVAL;
    STEP_BEGIN();
    key_in_use[key] = 0;
    key_destructor[key] = 0;
    STEP_END();
    return 0;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (key >= KEYS || !key_in_use[key])
        return EINVAL;
    key_value[key] = (void *)value;
    return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
    return key < KEYS ? key_value[key] : 0;
}

void __model_run_destructors(void)
{
    int again = 1;
    for (int round = 0; again && round < ROUNDS; round++) {
        again = 0;
        for (unsigned key = 0; key < KEYS && key < keys_made; key++) {
            void *value = key_value[key];
            void (*destructor)(void *) = key_destructor[key];
            if (value && destructor) {
                key_value[key] = 0;
                again = 1;
                destructor(value);
            }
        }
    }
}
