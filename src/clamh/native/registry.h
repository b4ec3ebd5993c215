/* What the language has registered, by number, and the constant texts of the artifact. */
#pragma once

#include "core.h"

extern const struct clamh_artifact *the_artifact;

struct clamh_class *find_class(uint64_t number);
struct clamh_class *find_injected(enum clamh_injected kind); /* NULL where no registered function takes it */
struct clamh_function *find_benchmark(uint64_t number, uint64_t place);
size_t count_functions(uint64_t number); /* of a benchmark, that are compiled in */
struct clamh_function *find_fixture(uint64_t number);
struct clamh_param *find_param(uint64_t number);
struct clamh_counter *find_counter(uint64_t number);
struct clamh_check *find_check(uint64_t number);

/* One event of the catalog, with what is not compiled in left out; false if the whole event is. */
bool expand_catalog(const char *constant, struct clamh_text *event);
