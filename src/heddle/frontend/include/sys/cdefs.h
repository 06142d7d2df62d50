/* <sys/cdefs.h>: the macros that other headers, and programs, use in declarations. */
#ifndef HEDDLE_SYS_CDEFS_H
#define HEDDLE_SYS_CDEFS_H
#define __BEGIN_DECLS
#define __END_DECLS
#define __P(arguments) arguments
#define __PMT(arguments) arguments
#define __CONCAT(x, y) x##y
#define __STRING(x) #x
#define __THROW
#define __THROWNL
#define __NTH(function) function
#define __ptr_t void *
#define __const const
#define __signed signed
#define __volatile volatile
#define __dead2 __attribute__((__noreturn__))
#define __pure2 __attribute__((__const__))
#define __packed __attribute__((__packed__))
#define __aligned(bytes) __attribute__((__aligned__(bytes)))
#define __attribute_malloc__ __attribute__((__malloc__))
#define __attribute_pure__ __attribute__((__pure__))
#define __attribute_const__ __attribute__((__const__))
#define __attribute_noinline__ __attribute__((__noinline__))
#define __attribute_used__ __attribute__((__used__))
#define __attribute_deprecated__ __attribute__((__deprecated__))
#define __attribute_warn_unused_result__
#define __wur
#define __nonnull(parameters)
#define __always_inline __inline __attribute__((__always_inline__))
#define __glibc_likely(condition) __builtin_expect((condition), 1)
#define __glibc_unlikely(condition) __builtin_expect((condition), 0)
#define __predict_true(condition) __builtin_expect((condition) != 0, 1)
#define __predict_false(condition) __builtin_expect((condition) != 0, 0)
#endif
