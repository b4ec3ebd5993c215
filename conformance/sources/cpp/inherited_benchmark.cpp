// Is a benchmark of a base class also one of every class that inherits it, called on that class's object?
#include "transcript.hpp"

class InheritedBenchmark {
public:
    //@@State(Scope.Thread)
    struct Shop {
        //@@Setup
        void open() { transcript::line("setup %s", goods()); }

        //@@Benchmark
        void sell() { transcript::line("call sell %s", goods()); }

        virtual ~Shop() = default;
        virtual const char *goods() const { return "anything"; }
    };

    struct Bakery : Shop {
        const char *goods() const override { return "bread"; }
    };

    struct Dairy : Shop {
        const char *goods() const override { return "milk"; }
    };
};
