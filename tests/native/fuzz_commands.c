/* libFuzzer: does any line as a command crash the worker, leak or read what it must not? Lines that would measure are answered up to their checks. */
#include "table.h"

#include "registry.h"
#include "worker.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct worker worker = {.channel = {.in = -1, .out = -1}};
    static bool begun;
    if (!begun) {
        setenv("CLAMH_CLOCK", "counted:1000000", 1);
        the_artifact = &table;
        register_table();
        begun = choose_clock(table.floor);
    }
    struct clamh_text line = {0};
    for (size_t at = 0; at <= size; ++at) { /* several lines of one process */
        if (at < size && data[at] != '\n') {
            clamh_add(&line, (const char *)&data[at], 1);
            continue;
        }
        const bool measures = line.size > 1 && memchr("is", line.bytes[0], 2) != NULL; /* iterate, invoke, slice, samples */
        const bool crowded = strstr(text_string(&line), "threads=") != NULL && strstr(text_string(&line), "threads=1") == NULL;
        if (line.size > 0 && !measures && !crowded) answer(&worker, &line);
        text_clear(&line);
    }
    text_free(&line);
    while (worker.cases != NULL) { /* every input begins with an empty process */
        struct clamh_text close = {0};
        text_print(&close, "close\t%s", worker.cases->opening.id);
        const struct open_case *const before = worker.cases;
        answer(&worker, &close);
        text_free(&close);
        if (worker.cases == before) break;
    }
    text_free(&worker.channel.kept);
    return 0;
}
