// Does a static benchmark of a state have that state: its object, its params and its fixtures, static or not, inherited or not?
#include "transcript.hpp"

class StaticBenchmark {
public:
    //@@State(Scope.Thread)
    struct Till {
        //@@Setup
        void fill() { transcript::line("setup Till"); }
    };

    //@@State(Scope.Benchmark)
    struct Shop {
        //@@Param({"1", "2"})
        volatile static int seats;

        static inline int guests = 0;

        //@@Setup
        void open() {
            guests = 100 * seats;
            transcript::line("setup Trial");
        }

        //@@Setup(Level.Iteration)
        static void welcome() {
            guests += seats;
            transcript::line("setup Iteration");
        }

        //@@TearDown
        static void close() { transcript::line("teardown Trial guests=%d", guests); }

        //@@Benchmark
        static void sell(Till &) { transcript::line("call sell seats=%d guests=%d", seats, guests); }
    };

    struct Bakery : Shop {};
};

volatile int StaticBenchmark::Shop::seats = 0;
