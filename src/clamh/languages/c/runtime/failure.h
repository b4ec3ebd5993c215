/* clamh_fail: ends a benchmark or fixture with a message, as an exception does in other languages. */
#ifndef CLAMH_C_FAILURE_H
#define CLAMH_C_FAILURE_H

#ifdef CLAMH
/* In main.c. The function does not return: what it was called from ends here, and is torn down as after any failure. */
void clamh_fail(const char *format, ...) __attribute__((__format__(__printf__, 1, 2), __noreturn__, __cold__));
#else
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((__format__(__printf__, 1, 2), __noreturn__, __unused__)) static void clamh_fail(const char *format, ...) {
    va_list values;
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    exit(EXIT_FAILURE);
}
#endif

#endif
