// What a scenario did: one line per call, `PID EVENT` or `PID/THREAD EVENT`, appended at once to the file that CLAMH_TRANSCRIPT names.
#ifndef TRANSCRIPT_H
#define TRANSCRIPT_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

// What thread `thread` of the benchmark did, by ThreadParams, or no particular thread (-1): the order of different threads counts between
// barriers only.
__attribute__((format(printf, 2, 3))) static inline void transcript_line(int thread, const char *event, ...) {
    extern int getpid(void);  // from a header that declares no function of a scenario
    const char *const file = getenv("CLAMH_TRANSCRIPT");
    if (file == NULL) return;
    FILE *const out = fopen(file, "ae");
    char text[400], name[20] = "";
    va_list values;
    va_start(values, event);
    vsnprintf(text, sizeof text, event, values);
    va_end(values);
    if (thread >= 0) snprintf(name, sizeof name, "/%d", thread);
    if (out == NULL || fprintf(out, "%ld%s %s\n", (long)getpid(), name, text) < 0 || fclose(out) != 0) {
        perror("the transcript cannot be written");
        abort();
    }
}

#endif
