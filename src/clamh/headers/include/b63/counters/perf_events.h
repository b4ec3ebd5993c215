/* Counters of Linux perf_events: `lpe:cycles`, `lpe:page-faults`, `lpe:L1-dcache-load-misses`, or a raw event such as `lpe:r04a1`. */
#ifndef B63_COUNTERS_PERF_EVENTS_H
#define B63_COUNTERS_PERF_EVENTS_H

#include "../b63.h"

#if defined(__linux__)
#include <linux/perf_event.h>
#include <sys/ioctl.h>

struct b63_event {
    const char *name;
    uint32_t type;
    uint64_t config;
};

B63_FUNCTION const struct b63_event *b63_plain_events(void) {
    static const struct b63_event events[] = {
        {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
        {"cpu-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
        {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
        {"cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},
        {"cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
        {"branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
        {"branch-instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
        {"branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
        {"bus-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES},
        {"stalled-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND},
        {"stalled-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND},
        {"ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES},
        {"cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK},
        {"task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
        {"page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
        {"faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
        {"minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN},
        {"major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ},
        {"context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
        {"cs", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
        {"cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
        {"migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
        {"alignment-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS},
        {"emulation-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_EMULATION_FAULTS},
        {NULL, 0, 0},
    };
    return events;
}

/* A cache and what happens to it, such as L1-dcache-load-misses. The operations of the first names are prefixes of others: longest first. */
B63_FUNCTION int b63_find_cache_event(const char *name, struct b63_event *event) {
    static const char *const caches[] = {"L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node"}; /* as PERF_COUNT_HW_CACHE_ counts */
    static const char *const operations[] = {"load", "store", "prefetch"};
    for (uint64_t cache = 0; cache < sizeof caches / sizeof *caches; ++cache) {
        const size_t size = strlen(caches[cache]);
        if (strncmp(name, caches[cache], size) != 0 || name[size] != '-') continue;
        for (uint64_t operation = 0; operation < 3; ++operation) {
            char accesses[32], misses[32];
            snprintf(accesses, sizeof accesses, "%s%s", operations[operation], operation == 2 ? "es" : "s");
            snprintf(misses, sizeof misses, "%s-misses", operations[operation]);
            const int missed = strcmp(name + size + 1, misses) == 0;
            if (!missed && strcmp(name + size + 1, accesses) != 0) continue;
            event->type = PERF_TYPE_HW_CACHE;
            event->config = cache | operation << 8 | (uint64_t)missed << 16;
            return 1;
        }
    }
    return 0;
}

B63_FUNCTION int b63_find_event(const char *name, struct b63_event *event) {
    event->name = name;
    for (const struct b63_event *known = b63_plain_events(); known->name != NULL; ++known) {
        if (strcmp(known->name, name) == 0) {
            *event = *known;
            return 1;
        }
    }
    if (name[0] == 'r' && name[1] != '\0' && strspn(name + 1, "0123456789abcdefABCDEF") == strlen(name + 1) && strlen(name) <= 17) {
        event->type = PERF_TYPE_RAW;
        event->config = strtoull(name + 1, NULL, 16);
        return 1;
    }
    return b63_find_cache_event(name, event);
}

/* Returns a descriptor, or -1. The event does not count yet: a CPU has few counters, and a run by hand uses one event at a time.
 * Threads and processes that this thread starts later are counted too; unlike with `-prof perf`, earlier threads are not.
 * Without the right to count in the kernel only the program's own part is counted. */
B63_FUNCTION int b63_open_event(const struct b63_event *event, int *without_kernel) {
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.size = sizeof attributes;
    attributes.type = event->type;
    attributes.config = event->config;
    attributes.disabled = 1;
    attributes.inherit = 1;
    attributes.pinned = event->type != PERF_TYPE_SOFTWARE; /* it counts all the time, or reading fails */
    long descriptor = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    const int in_kernel = event->type == PERF_TYPE_SOFTWARE &&
                          (event->config == PERF_COUNT_SW_CONTEXT_SWITCHES || event->config == PERF_COUNT_SW_CPU_MIGRATIONS);
    if (descriptor < 0 && (errno == EACCES || errno == EPERM) && !in_kernel) {
        attributes.exclude_kernel = attributes.exclude_hv = 1;
        descriptor = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    }
    *without_kernel = attributes.exclude_kernel;
    return (int)descriptor;
}

/* Leaves the events that this machine has as the hint. */
B63_FUNCTION void b63_list_events(void) {
    char *const text = b63_program.hint;
    const size_t size = sizeof b63_program.hint;
    int count = 0;
    if (text[0] != '\0') return;
    snprintf(text, size, "what works here: ");
    for (const struct b63_event *event = b63_plain_events(); event->name != NULL; ++event) {
        int without_kernel;
        const int descriptor = b63_open_event(event, &without_kernel);
        const size_t used = strlen(text);
        if (descriptor < 0) continue;
        close(descriptor);
        snprintf(text + used, size - used, "%slpe:%s", count++ == 0 ? "" : ", ", event->name);
    }
    if (count == 0) snprintf(text, size, "what works here: none");
}

B63_FUNCTION const char *b63_explain_event(int error) {
    return error == ENOENT || error == ENODEV || error == EOPNOTSUPP || error == EINVAL ? "this machine has no such event (virtual machines often have none)"
           : error == EACCES || error == EPERM
               ? "no permission: a container may forbid perf_event_open; else set /proc/sys/kernel/perf_event_paranoid to 1 or less"
               : strerror(error);
}

/* Returns an object that holds the descriptor. */
B63_FUNCTION void *b63_make_event(const char *name) {
    struct b63_event event;
    const char *const short_name = strncmp(name, "lpe:", 4) == 0 ? name + 4 : "";
    if (!b63_find_event(short_name, &event)) {
        b63_list_events();
        b63_explain("perf_events knows no '%s'", short_name);
        return NULL;
    }
    int without_kernel;
    const int descriptor = b63_open_event(&event, &without_kernel), error = errno;
    int *const held = descriptor < 0 ? NULL : (int *)malloc(sizeof *held);
    if (held == NULL) {
        b63_list_events();
        b63_explain("%s", b63_explain_event(error));
        return NULL;
    }
    *held = descriptor;
    if (without_kernel) b63_program.part = ":u"; /* as perf names it */
    if (without_kernel && getenv("CLAMH_IN") == NULL) {
        fprintf(stderr, "%s counts without the kernel; to count there too, set /proc/sys/kernel/perf_event_paranoid to 1 or less\n", name);
    }
    return held;
}

B63_FUNCTION void b63_drop_event(void *impl) {
    close(*(const int *)impl);
    free(impl);
}

B63_FUNCTION void b63_enable_event(void *impl) {
    if (ioctl(*(const int *)impl, PERF_EVENT_IOC_ENABLE, 0) != 0) b63_explain("%s", strerror(errno));
}

B63_COUNTER(lpe, b63_make_event, b63_drop_event, b63_enable_event) {
    uint64_t value = 0;
    if (b63_read_bytes(*(const int *)impl, &value, sizeof value) != (ssize_t)sizeof value) {
        b63_explain("the CPU has too few free counters for this event: other events or programs use them");
    }
    return (int64_t)value;
}

#else

B63_FUNCTION void *b63_make_event(B63_UNUSED const char *name) { return b63_explain("perf_events exist only on Linux"), (void *)NULL; }

B63_COUNTER(lpe, b63_make_event) { return 0; }

#endif

#endif
