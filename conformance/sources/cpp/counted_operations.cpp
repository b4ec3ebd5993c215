// Do operations per invocation change what is counted, and not how often the benchmark is called?
#include "transcript.hpp"

class CountedOperations {
public:
    //@@Benchmark
    static void sellOne() { transcript::line("call sellOne"); }

    //@@Benchmark
    //@@OperationsPerInvocation(10)
    static void sellTen() { transcript::line("call sellTen"); }
};
