// What a scenario did: one line per call, `PID EVENT`, appended at once to the file that CLAMH_TRANSCRIPT names.
#pragma once

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

namespace transcript {

inline void line(const char *event) {
    const char *file = getenv("CLAMH_TRANSCRIPT");
    if (!file) return;
    static const int out = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (out < 0 || dprintf(out, "%ld %s\n", static_cast<long>(getpid()), event) < 0) {
        perror("the transcript cannot be written");
        abort();
    }
}

}  // namespace transcript
