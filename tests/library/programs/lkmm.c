// The kernel's accesses, atomics, spin locks, and RCU: who still found the object
// is not in its critical section any more when the object is freed.
// observe: late counter
// outcomes: 0 3
#include <assert.h>
#include <lkmm.h>
#include <pthread.h>
int unlinked, freed, late, plain = 1;
atomic_t counter_ = ATOMIC_INIT(0);
int counter;
spinlock_t lock;
void *reader(void *unused) {
    rcu_read_lock();
    rcu_read_lock();
    int gone = READ_ONCE(unlinked);
    rcu_read_unlock();
    int dangling = READ_ONCE(freed);
    rcu_read_unlock();
    if (!gone && dangling)
        WRITE_ONCE(late, 1);
    atomic_inc(&counter_);
    return 0;
}
int main(void) {
    pthread_t t;
    assert(xchg(&plain, 2) == 1 && cmpxchg(&plain, 2, 3) == 2 && cmpxchg_relaxed(&plain, 9, 4) == 3 && plain == 3);
    assert(atomic_add_return(2, &counter_) == 2 && atomic_fetch_add(1, &counter_) == 2 && atomic_dec_return(&counter_) == 2);
    assert(!atomic_dec_and_test(&counter_) && atomic_read(&counter_) == 1 && atomic_cmpxchg(&counter_, 1, 2) == 1);
    assert(atomic_add_unless(&counter_, 1, 2) == 0);
    spin_lock(&lock);
    assert(!spin_trylock(&lock) && spin_is_locked(&lock));
    spin_unlock(&lock);
    smp_mb();
    smp_store_release(&plain, 5);
    assert(smp_load_acquire(&plain) == 5);
    pthread_create(&t, 0, reader, 0);
    WRITE_ONCE(unlinked, 1);
    synchronize_rcu();
    WRITE_ONCE(freed, 1);
    pthread_join(t, 0);
    counter = atomic_read(&counter_);
}
