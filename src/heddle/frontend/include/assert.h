/* <assert.h>: a failed assertion is the violation that Heddle looks for.  No guard: NDEBUG counts at each inclusion. */
#include <heddle.h>
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) __heddle_assert((e) ? 1 : 0, #e)
#endif
#undef static_assert
#define static_assert _Static_assert
void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function)
    __attribute__((__noreturn__));
