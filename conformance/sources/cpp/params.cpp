// Does every combination of param values reach the state, of every type, unchanged and before trial setup?
#include <string.h>

#include <string>

#include "transcript.hpp"

class Params {
public:
    enum class Heat { LOW, HIGH };

    //@@State(Scope.Benchmark)
    struct Recipe {
        //@@Param({"-3", "9223372036854775807"})
        long count;

        //@@Param
        Heat heat;

        //@@Param("two words, a comma and 1=1")
        std::string name;

        //@@Param("0.1")
        double share;

        //@@Param("true")
        bool sweet;

        //@@Param("x")
        char mark;

        //@@Setup
        void write() { report("setup"); }

        void report(const char *what) const {
            unsigned long long bits;
            memcpy(&bits, &share, sizeof bits);
            transcript::line("%s count=%ld heat=%s name=[%s] share=%016llx sweet=%s mark=%c", what, count,
                             heat == Heat::LOW ? "LOW" : "HIGH", name.c_str(), bits, sweet ? "true" : "false", mark);
        }
    };

    //@@Benchmark
    static void bake(Recipe &recipe) { recipe.report("call"); }
};
