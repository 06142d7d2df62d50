/* <features.h>: which names a program asks for, as glibc decides it.  Only what would clash with a program's own names is
 * declared on demand; the rest is there always. */
#ifndef HEDDLE_FEATURES_H
#define HEDDLE_FEATURES_H
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GLIBC_PREREQ(major, minor) ((__GLIBC__ << 16) + __GLIBC_MINOR__ >= ((major) << 16) + (minor))
#define __GNU_LIBRARY__ 6
#define __GNUC_PREREQ(major, minor) ((__GNUC__ << 16) + __GNUC_MINOR__ >= ((major) << 16) + (minor))
#ifdef _GNU_SOURCE
#undef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#undef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#undef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#define __USE_GNU 1
#endif
#if defined(_BSD_SOURCE) || defined(_SVID_SOURCE)
#undef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#endif
#if !defined(__STRICT_ANSI__) && !defined(_POSIX_SOURCE) && !defined(_POSIX_C_SOURCE) && !defined(_XOPEN_SOURCE) && \
    !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE 1
#endif
#if defined(_DEFAULT_SOURCE) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#if defined(_XOPEN_SOURCE) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#ifdef _DEFAULT_SOURCE
#define __USE_MISC 1
#endif
#include <sys/cdefs.h>
#endif
