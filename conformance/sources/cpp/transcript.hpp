// What a scenario did: one line per call, `PID EVENT` or `PID/THREAD EVENT`, appended at once to the file that CLAMH_TRANSCRIPT names.
#pragma once

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

namespace transcript {

inline void append(const char *thread, const char *event, va_list values) {
    const char *file = getenv("CLAMH_TRANSCRIPT");
    if (!file) return;
    static const int out = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    char text[400];
    vsnprintf(text, sizeof text, event, values);
    if (out < 0 || dprintf(out, "%ld%s %s\n", static_cast<long>(getpid()), thread, text) < 0) {
        perror("the transcript cannot be written");
        abort();
    }
}

__attribute__((format(printf, 1, 2))) inline void line(const char *event, ...) {
    va_list values;
    va_start(values, event);
    append("", event, values);
    va_end(values);
}

// What thread `thread` of the benchmark did, by ThreadParams: the order of different threads counts between barriers only.
__attribute__((format(printf, 2, 3))) inline void line(int thread, const char *event, ...) {
    char name[20];
    snprintf(name, sizeof name, "/%d", thread);
    va_list values;
    va_start(values, event);
    append(name, event, values);
    va_end(values);
}

}  // namespace transcript
