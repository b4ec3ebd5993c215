// Does a benchmark of two states run with every combination of their params, and not with those of a third?
#include <string>

#include "transcript.hpp"

class ParamsOfTwoStates {
public:
    //@@State(Scope.Benchmark)
    struct Oven {
        //@@Param("7")
        int heat;
    };

    //@@State(Scope.Thread)
    struct Dough {
        //@@Param({"a", "b"})
        std::string salt;
    };

    //@@State(Scope.Thread)
    struct Cellar {
        //@@Param({"1", "2", "3"})
        int bottles;
    };

    //@@Benchmark
    static void bake(Oven &oven, Dough &dough) {
        transcript::line("call bake heat=%d salt=%s", oven.heat, dough.salt.c_str());
    }
};
