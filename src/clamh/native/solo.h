/* What the command line of --solo asks for. */
#ifndef CLAMH_SOLO_H
#define CLAMH_SOLO_H

#include "worker.h"

/* The fields of the benchmark's opening (clamh_abi.h); options replace them. */
struct plan {
    struct fields fields;
    struct texts values; /* of replaced fields, KEY=VALUE */
    char *own_path;
};

int refuse(const char *format, ...) __attribute__((format(printf, 1, 2))); /* 2, after the message and the usage */
/* A name may be given short: as what follows a `::` or `.` of the full name. */
bool is_named(const char *full, const char *given, size_t size);
/* Replaces the first field that begins with `head` (KEY= or p=NUMBER:), or adds one. */
void set_field(struct plan *plan, const char *head, const char *value);

/* solo_params.c; each gives 0, or 2 after a message */
int apply_param(struct plan *plan, const char *value, struct numbers *given);
int complete_rows(struct plan *plan, const struct numbers *given);

#endif
