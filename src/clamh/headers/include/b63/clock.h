/* The clock, and what reading it costs. CLAMH_CLOCK=counted:NS replaces it by a clock that advances NS per reading. */
#ifndef B63_CLOCK_H
#define B63_CLOCK_H

#include "registration.h"

B63_MEASURED int64_t b63_system_ns(void) {
    struct timespec now;
    clock_gettime(B63_CLOCK, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

B63_MEASURED int64_t b63_read_system(B63_UNUSED void *impl) { return b63_system_ns(); }
B63_MEASURED int64_t b63_read_counted(B63_UNUSED void *impl) { return b63_program.counted_ns += b63_program.counted_step_ns; }

B63_FUNCTION int b63_clock_is_counted(void) { return b63_program.counted_step_ns > 0; }

/* The time as a counter. */
B63_FUNCTION const struct b63_counter_type *b63_time_type(void) {
    static struct b63_counter_type type;
    type.name = "time";
    type.read = b63_clock_is_counted() ? b63_read_counted : b63_read_system;
    return &type;
}

B63_FUNCTION int64_t b63_now_ns(void) { return b63_time_type()->read(NULL); }

/* Returns 0 if CLAMH_CLOCK has an unknown text. */
B63_FUNCTION int b63_choose_clock(void) {
    const char *const text = getenv("CLAMH_CLOCK");
    const char prefix[] = "counted:";
    if (text == NULL) return 1;
    if (strncmp(text, prefix, sizeof prefix - 1) != 0) return 0;
    const char *const digits = text + sizeof prefix - 1;
    char *end = NULL;
    errno = 0;
    const long long step = strtoll(digits, &end, 10);
    if (*digits < '0' || *digits > '9' || *end != '\0' || errno != 0 || step == 0) return 0;
    b63_program.counted_step_ns = step;
    return 1;
}

#endif
