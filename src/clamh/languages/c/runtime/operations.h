/* Operations: how many operations an invocation did, which the benchmark itself counts. */
#ifndef CLAMH_C_OPERATIONS_H
#define CLAMH_C_OPERATIONS_H

typedef struct clamh_operations clamh_operations;

static inline void clamh_operations_add(clamh_operations *operations, long long count) { operations->total += count; }

#endif
