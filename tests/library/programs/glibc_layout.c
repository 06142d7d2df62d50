// A preprocessed program brings glibc's own types; the library must agree with their layout.
// observe: done
// outcomes: 1
typedef unsigned long pthread_t;
typedef union {
    struct {
        int __lock; unsigned __count; int __owner;
#ifdef __LP64__
        unsigned __nusers; int __kind; short a, b; void *p, *q;
#else
        int __kind; unsigned __nusers; void *p;
#endif
    } __data;
    char __size[sizeof(long) == 8 ? 40 : 24];
    long __align;
} pthread_mutex_t;
typedef union { char __size[sizeof(long) == 8 ? 56 : 32]; long __align; } pthread_rwlock_t;
extern int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_mutex_trylock(pthread_mutex_t *);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *), pthread_rwlock_trywrlock(pthread_rwlock_t *);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((noreturn));
#define check(e) ((e) ? (void)0 : __assert_fail(#e, "file", 1, "main"))
pthread_mutex_t recursive = {{0, 0, 0,
#ifdef __LP64__
    0,
#endif
    1}};
pthread_mutex_t normal;
pthread_rwlock_t rw;
int done;
int main() {
    check(pthread_mutex_lock(&recursive) == 0);
    check(pthread_mutex_lock(&recursive) == 0);
    check(pthread_mutex_unlock(&recursive) == 0);
    check(pthread_mutex_unlock(&recursive) == 0);
    check(pthread_mutex_unlock(&recursive) == 1);
    check(pthread_mutex_lock(&normal) == 0);
    check(pthread_mutex_trylock(&normal) == 16);
    check(pthread_rwlock_rdlock(&rw) == 0);
    check(pthread_rwlock_trywrlock(&rw) == 16);
    done = 1;
    return 0;
}
