// Are allocations counted around what is timed, and not around iteration fixtures?
#include "transcript.hpp"

#include <memory>

//@@State(Scope.Thread)
struct Maker {
    int made = 0;

    void make(int blocks) {
        for (; blocks > 0; --blocks, ++made) {
            std::unique_ptr<char[]> block(new char[1024]);
            static_cast<volatile char *>(block.get())[0] = 1;
        }
    }

    //@@Setup(Level.Iteration)
    void begin() {
        transcript::line("setup Iteration");
        make(30000);
    }

    //@@TearDown(Level.Iteration)
    void end() {
        make(30000);
        transcript::line("teardown Iteration");
    }
};

//@@Benchmark
int allocate(Maker &maker) {
    maker.make(300);
    return maker.made;
}
