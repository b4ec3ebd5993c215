/* What the command line of --solo asks for. */
#pragma once

#include "worker.h"

/* A plan is the fields of the benchmark's opening (clamh_abi.h), of which options replace some. */

int refuse(const char *format, ...) __attribute__((format(printf, 1, 2))); /* 2, after the message and the usage */
/* A name may be given short: as what follows a `::` or `.` of the full name. */
bool is_named(const char *full, size_t whole, const char *given, size_t size);
/* What follows `head` (KEY= or p=NUMBER:) in the first field that begins with it; "" if there is none. */
const char *get(const struct fields *plan, const char *head);
/* Replaces that field, or adds one. */
void set_field(struct fields *plan, const char *head, const char *value);

/* solo_params.c; each gives 0, or 2 after a message */
int apply_param(struct fields *plan, const char *value);
int complete_rows(struct fields *plan);
