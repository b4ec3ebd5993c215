// When a benchmark is a method of a state, is it called on the object that the fixtures prepared? JMH sets up that state first.
#include "transcript.hpp"

//@@State(Scope.Benchmark)
struct Kitchen {
    //@@Setup(Level.Trial)
    void light() { transcript::line("setup Trial Kitchen"); }

    //@@TearDown(Level.Trial)
    void darken() { transcript::line("teardown Trial Kitchen"); }
};

//@@State(Scope.Thread)
class OwnState {
public:
    //@@Param("3")
    int seats;

    //@@Setup(Level.Trial)
    void lay() {
        guests = seats;
        transcript::line("setup Trial OwnState");
    }

    //@@Setup(Level.Iteration)
    void welcome() {
        guests++;
        transcript::line("setup Iteration OwnState");
    }

    //@@TearDown(Level.Trial)
    void clear() { report("teardown Trial"); }

    //@@Benchmark
    void serve(Kitchen &) { report("call serve"); }

    //@@Benchmark
    void greet() { report("call greet"); }

private:
    int guests = 0;

    void report(const char *what) const { transcript::line("%s guests=%d", what, guests); }
};
