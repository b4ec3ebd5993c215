/* CLAMH's names for benchmarks in C and C++ that also compile without CLAMH. */
#include "../../languages/c/outside/clamh.h"
