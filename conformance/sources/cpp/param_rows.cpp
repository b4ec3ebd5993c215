// Do rows of params run instead of every combination, each in every combination with the other params?
#include <string>

#include "transcript.hpp"

class ParamRows {
public:
    //@@ParamRows({"heat,salt", "1,a", "2,b"})
    //@@State(Scope.Thread)
    struct Oven {
        //@@Param
        int heat;

        //@@Param
        std::string salt;

        //@@Param({"x", "y"})
        std::string shape;
    };

    //@@Benchmark
    static void bake(Oven &oven) {
        transcript::line("call %d %s %s", oven.heat, oven.salt.c_str(), oven.shape.c_str());
    }
};
