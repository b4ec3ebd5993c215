/* System headers and attributes, and the POSIX functions that `-std=c11` hides although the C library has them. */
#ifndef B63_PORTABLE_H
#define B63_PORTABLE_H

#if !defined(__GNUC__)
#error "b63.h needs GCC or Clang: it uses the attributes cleanup, constructor and weak"
#endif

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

#if !defined(SA_SIGINFO) /* as with -std=c11 */
struct sigaction;
extern int sigaction(int number, const struct sigaction *now, struct sigaction *before);
#endif

#define B63_UNUSED __attribute__((unused))

/* Each translation unit has its own copy of every function, and the compiler drops what it does not call. Only what runs in an epoch is
 * optimised: with -O3 the rest would take a second to compile, and it runs between epochs. */
#define B63_MEASURED static B63_UNUSED
#if defined(__clang__)
#define B63_FUNCTION static B63_UNUSED __attribute__((noinline, optnone))
#else
#define B63_FUNCTION static B63_UNUSED __attribute__((noinline, optimize("O0")))
#endif
#define B63_PRINTF(text, rest) __attribute__((__format__(__printf__, text, rest)))

/* Between these two, clang says nothing about __COUNTER__, which is C since 2026 only. */
#define B63_BEGIN_COUNTER
#define B63_END_COUNTER
#if defined(__has_warning)
#if __has_warning("-Wc2y-extensions")
#undef B63_BEGIN_COUNTER
#undef B63_END_COUNTER
#define B63_BEGIN_COUNTER _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wc2y-extensions\"")
#define B63_END_COUNTER _Pragma("clang diagnostic pop")
#endif
#endif

#define B63_PASTE(left, right) left##right
#define B63_JOIN(left, right) B63_PASTE(left, right)

#if defined(__APPLE__)
#define B63_CLOCK CLOCK_MONOTONIC_RAW /* the other one counts microseconds there */
#define B63_CLOCK_NAME "CLOCK_MONOTONIC_RAW"
#elif defined(CLOCK_MONOTONIC)
#define B63_CLOCK CLOCK_MONOTONIC
#else
#define B63_CLOCK 1 /* CLOCK_MONOTONIC on Linux */
extern int clock_gettime(int clock, struct timespec *time);
#endif
#if defined(__linux__) && !defined(__cplusplus) && !defined(_DEFAULT_SOURCE) /* as with _POSIX_C_SOURCE */
extern long syscall(long number, ...);
extern int unsetenv(const char *name);
#endif
#ifndef B63_CLOCK_NAME
#define B63_CLOCK_NAME "CLOCK_MONOTONIC"
#endif
#if defined(RUSAGE_THREAD)
#define B63_RUSAGE_THREAD RUSAGE_THREAD
#else
#define B63_RUSAGE_THREAD 1 /* on Linux */
#endif

/* Apart, because the C library checks their arguments at compile time (_FORTIFY_SOURCE), and that needs an optimised function. */
B63_MEASURED __attribute__((noinline)) ssize_t b63_read_bytes(int descriptor, void *bytes, size_t size) { return read(descriptor, bytes, size); }
B63_MEASURED __attribute__((noinline)) int b63_open_file(const char *path) { return open(path, O_RDONLY); }

#endif
