// Is Mode.All one case in each of JMH's modes?
#include "transcript.hpp"

class AllModes {
public:
    //@@Benchmark
    //@@BenchmarkMode(Mode.All)
    static void sell() { transcript::line("call sell"); }
};
