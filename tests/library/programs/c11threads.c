// C11 threads: results, mutexes, thread-specific storage, call_once.
// observe: counter
// outcomes: 2
#include <assert.h>
#include <threads.h>
mtx_t m;
once_flag flag = ONCE_FLAG_INIT;
tss_t key;
int counter, begun;
void begin(void) {
    begun++;
}
int worker(void *arg) {
    call_once(&flag, begin);
    assert(begun == 1);
    assert(tss_get(key) == 0);
    tss_set(key, arg);
    mtx_lock(&m);
    counter++;
    mtx_unlock(&m);
    assert(tss_get(key) == arg);
    return -7;
}
int main(void) {
    thrd_t t;
    int result;
    assert(mtx_init(&m, mtx_plain | mtx_recursive) == thrd_success);
    assert(mtx_lock(&m) == thrd_success && mtx_trylock(&m) == thrd_success);
    mtx_unlock(&m);
    mtx_unlock(&m);
    assert(tss_create(&key, 0) == thrd_success);
    assert(thrd_create(&t, worker, &m) == thrd_success);
    mtx_lock(&m);
    counter++;
    mtx_unlock(&m);
    assert(thrd_join(t, &result) == thrd_success && result == -7);
    assert(!thrd_equal(t, thrd_current()));
}
