// Does every combination of param values reach the state, of every type, unchanged and before trial setup?
#include <stdbool.h>

#include "transcript.h"

enum Heat { LOW, HIGH };

//@@State(Scope.Benchmark)
struct Recipe {
    //@@Param({"-3", "9223372036854775807"})
    long count;

    //@@Param
    enum Heat heat;

    //@@Param("two words, a comma and 1=1")
    const char *name;

    //@@Param("0.1")
    double share;

    //@@Param("true")
    bool sweet;

    //@@Param("x")
    char mark;
};

static void report(const struct Recipe *recipe, const char *what) {
    const union {
        double number;
        unsigned long long bits;
    } share = {recipe->share};
    transcript_line(-1, "%s count=%ld heat=%s name=[%s] share=%016llx sweet=%s mark=%c", what, recipe->count, recipe->heat == LOW ? "LOW" : "HIGH",
                    recipe->name, share.bits, recipe->sweet ? "true" : "false", recipe->mark);
}

//@@Setup
static void note(struct Recipe *recipe) { report(recipe, "setup"); }

//@@Benchmark
static void bake(struct Recipe *recipe) { report(recipe, "call"); }
