// A benchmark that never comes back: the driver ends it after its timeout, and the row says so.
#include <unistd.h>

#include "transcript.hpp"

class Hang {
public:
    //@@State(Scope.Benchmark)
    struct Road {
        volatile int iteration = 0;

        //@@Setup(Level.Iteration)
        void enter() {
            iteration = iteration + 1;
            transcript::line("setup Iteration");
        }
    };

    //@@Benchmark
    static void drive(Road &road) {
        if (road.iteration == 2) {
            transcript::line("drive fails");
            while (road.iteration == 2) usleep(1000);  // as long as it likes, but not on a CPU that others need
        }
        transcript::line("call drive");
    }
};
