// For benchmarks that say `#include "Blackhole.hpp"`; outside CLAMH it is the portable one.
#pragma once

#if defined(CLAMH)
#include "../runtime/blackhole.hpp"
#else
#include "portable.hpp"
#endif
