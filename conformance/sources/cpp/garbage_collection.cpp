// Does -gc true change nothing but what it collects: the same iterations, the same calls, the same objects?
#include <string>

#include "transcript.hpp"

class GarbageCollection {
public:
    //@@State(Scope.Benchmark)
    struct Shop {
        std::string shelf;

        //@@Setup
        void fill() {
            shelf = "bread milk";
            transcript::line("setup Trial");
        }

        //@@Setup(Level.Iteration)
        void sweep() { transcript::line("setup Iteration"); }
    };

    //@@Benchmark
    static void sell(Shop &shop) { transcript::line("call sell %s", shop.shelf.c_str()); }
};
