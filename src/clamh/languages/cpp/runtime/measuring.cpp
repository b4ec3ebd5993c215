// What runs during an iteration, as one translation unit that is compiled with optimisation.
#include "clock.cpp"
#include "counters.cpp"
#include "fixtures.cpp"
#include "histogram.cpp"
#include "sampling.cpp"
#include "threads.cpp"
