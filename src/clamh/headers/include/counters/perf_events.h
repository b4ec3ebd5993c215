#include "../b63/counters/perf_events.h"
