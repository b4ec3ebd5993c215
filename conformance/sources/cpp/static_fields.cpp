// Does every case begin with static fields as the source initialises them, whatever ran before?
#include "transcript.hpp"

class StaticFields {
    static inline int calls = 5;

public:
    //@@Benchmark
    static void buy() { transcript::line("call buy %d", ++calls); }

    //@@Benchmark
    static void sell() { transcript::line("call sell %d", ++calls); }
};
