// For benchmarks that also compile and run without CLAMH: Blackhole, Control, BenchmarkParams, IterationParams, ThreadParams,
// Random, Memory, Operations, Suspend, and Threads.MAX. Any C++11 compiler; under CLAMH the harness has them already.
#pragma once

#if !defined(__cplusplus)
#include "../../c/outside/clamh.h"  // the same for C
#else
#if !defined(CLAMH)
#include "portable.hpp"

using harness_utils::BenchmarkParams;
using harness_utils::Blackhole;
using harness_utils::Control;
using harness_utils::IterationParams;
using harness_utils::Memory;
using harness_utils::Operations;
using harness_utils::Random;
using harness_utils::Suspend;
using harness_utils::ThreadParams;
#endif
#include "../runtime/threads_max.hpp"
#endif
