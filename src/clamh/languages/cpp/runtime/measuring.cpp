// What runs during an iteration, as one translation unit that is compiled with optimisation.
#include "clock.cpp"
#include "counters.cpp"
#include "threads.cpp"
