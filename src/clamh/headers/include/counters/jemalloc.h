#include "../b63/counters/jemalloc.h"
