// Do names and param values beyond ASCII reach the state and the results as they are?
#include <string>

#include "transcript.hpp"

class Unicode {
public:
    //@@State(Scope.Benchmark)
    struct Gruß {
        //@@Param({"ναί 😀", "\"100 %\" \\ 'x'"})
        std::string wort;
    };

    //@@Benchmark
    static void grüßen(Gruß &gruß) { transcript::line("call grüßen %s", gruß.wort.c_str()); }
};
