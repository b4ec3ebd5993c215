// What a scenario did: one line per call, `PID EVENT`, appended at once to the file that CLAMH_TRANSCRIPT names.
#pragma once

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

namespace transcript {

__attribute__((format(printf, 1, 2))) inline void line(const char *event, ...) {
    const char *file = getenv("CLAMH_TRANSCRIPT");
    if (!file) return;
    static const int out = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    char text[400];
    va_list values;
    va_start(values, event);
    vsnprintf(text, sizeof text, event, values);
    va_end(values);
    if (out < 0 || dprintf(out, "%ld %s\n", static_cast<long>(getpid()), text) < 0) {
        perror("the transcript cannot be written");
        abort();
    }
}

}  // namespace transcript
