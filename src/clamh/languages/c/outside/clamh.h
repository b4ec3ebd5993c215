/* CLAMH's names for C, inside CLAMH and outside: what benchmarks may take besides states, and what can be done with it. C99 with GNU
 * extensions. The short names (Blackhole, Random) are typedefs; define CLAMH_LONG_NAMES before this line if the source has such names
 * itself. Outside CLAMH the same functions work without a harness. */
#ifndef CLAMH_C_H
#define CLAMH_C_H

#ifdef __cplusplus
#include "../../cpp/outside/clamh.h"
#else

#include "../../../native/clamh_abi.h"

#include "../runtime/blackhole.h"
#include "../runtime/control.h"
#include "../runtime/failure.h"
#include "../runtime/memory.h"
#include "../runtime/operations.h"
#include "../runtime/random.h"
#include "../runtime/suspend.h"
#include "../runtime/benchmark_params.h"

#if !defined(CLAMH_WRAPPER) && !defined(CLAMH_LONG_NAMES) /* a wrapper defines those that its source uses and does not have itself */
typedef clamh_blackhole Blackhole;
typedef clamh_control Control;
typedef clamh_benchmark_params BenchmarkParams;
typedef clamh_iteration_params IterationParams;
typedef clamh_thread_params ThreadParams;
typedef clamh_random Random;
typedef clamh_memory Memory;
typedef clamh_operations Operations;
typedef clamh_suspension Suspend;
#endif

#endif
#endif
