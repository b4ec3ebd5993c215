#include "allocations.h"
#include "system_counters.h"

#include <sys/resource.h>

/* Of an event: its count, and for how long it was enabled and running: fewer counters than events take turns. */
enum { EVENT_NUMBERS = 3, USAGE_NUMBERS = 6, NO_DESCRIPTOR = -1 };
enum counter_kind { EVENT_SOURCE, USAGE_SOURCE, ALLOCATIONS_SOURCE, BYTES_SOURCE, UNREAD_SOURCE };

struct counter_source {
    enum counter_kind kind;
    int descriptor; /* of an event */
    size_t at, size; /* where its numbers stand, and how many it has */
};

static struct counter_source *counter_sources;
static int64_t *counts_before, *counts_since;
static size_t counter_source_count, count_numbers;

static void add_source(enum counter_kind kind, int descriptor, size_t size) {
    static size_t room;
    counter_sources = (struct counter_source *)grow(counter_sources, &room, counter_source_count + 1, sizeof *counter_sources);
    counter_sources[counter_source_count++] = (struct counter_source){kind, descriptor, count_numbers, size};
    count_numbers += size;
}

void choose_counters(void) {
    const char *const named = getenv("CLAMH_COUNTERS");
    struct clamh_text text = {0};
    text_print(&text, "%s,", named == NULL ? "" : named);
    for (char *rest = NULL, *name = strtok_r(text.bytes, ",", &rest); name != NULL; name = strtok_r(NULL, ",", &rest)) {
        uint64_t descriptor;
        if (read_natural(name, 1 << 20, &descriptor)) add_source(EVENT_SOURCE, (int)descriptor, EVENT_NUMBERS);
        else if (strcmp(name, "rusage") == 0) add_source(USAGE_SOURCE, NO_DESCRIPTOR, USAGE_NUMBERS);
        else if (strcmp(name, "gc.allocations") == 0) add_source(ALLOCATIONS_SOURCE, NO_DESCRIPTOR, 1);
        else if (strcmp(name, "gc.alloc.rate.norm") == 0) add_source(BYTES_SOURCE, NO_DESCRIPTOR, 1);
    }
    text_free(&text);
    unsetenv("CLAMH_COUNTERS");
    counts_before = (int64_t *)allocate((count_numbers + 1) * sizeof *counts_before);
    counts_since = (int64_t *)allocate((count_numbers + 1) * sizeof *counts_since);
}

static bool counts_allocations(const struct counter_source *source) { return source->kind == ALLOCATIONS_SOURCE || source->kind == BYTES_SOURCE; }

static int64_t usage_ns(struct timeval time) { return (int64_t)time.tv_sec * 1000000000 + (int64_t)time.tv_usec * 1000; }

/* -1 where a reading fails. */
static void read_source(const struct counter_source *source, int64_t *numbers) {
    struct rusage usage;
    if (counts_allocations(source)) {
        const struct allocations made = read_allocations();
        *numbers = source->kind == ALLOCATIONS_SOURCE ? made.count : made.bytes;
        return;
    }
    if (source->kind == EVENT_SOURCE) {
        if (read(source->descriptor, numbers, EVENT_NUMBERS * sizeof *numbers) == EVENT_NUMBERS * sizeof *numbers) return;
    } else if (source->kind == USAGE_SOURCE && getrusage(RUSAGE_SELF, &usage) == 0) {
        const int64_t read[USAGE_NUMBERS] = {usage_ns(usage.ru_utime), usage_ns(usage.ru_stime), usage.ru_minflt, usage.ru_majflt, usage.ru_nvcsw, usage.ru_nivcsw};
        memcpy(numbers, read, sizeof read);
        return;
    }
    for (size_t at = 0; at < source->size; ++at) numbers[at] = -1;
}

void begin_counting(void) {
    for (size_t at = 0; at < counter_source_count; ++at) {
        if (counts_allocations(&counter_sources[at]) && !count_allocations()) counter_sources[at].kind = UNREAD_SOURCE;
    }
    for (size_t at = 0; at < counter_source_count; ++at) read_source(&counter_sources[at], counts_before + counter_sources[at].at);
}

/* Backwards, so that the same readings lie within what each source counts in every iteration. */
void end_counting(void) {
    for (size_t at = counter_source_count; at > 0; --at) read_source(&counter_sources[at - 1], counts_since + counter_sources[at - 1].at);
    for (size_t at = 0; at < count_numbers; ++at) counts_since[at] = counts_before[at] < 0 || counts_since[at] < 0 ? -1 : counts_since[at] - counts_before[at];
}

void add_counts(struct clamh_text *event) {
    if (count_numbers > 0) json_integers(event, "counters", counts_since, count_numbers);
}
