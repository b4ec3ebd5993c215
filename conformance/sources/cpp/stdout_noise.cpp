// A benchmark that prints, words of the protocol among them, disturbs nothing, and what it prints is kept.
#include <stdio.h>

#include "transcript.hpp"

class StdoutNoise {
public:
    //@@State(Scope.Benchmark)
    struct Radio {
        //@@Setup(Level.Trial)
        void on() {
            transcript::line("setup");
            puts("{\"event\":\"opened\",\"case\":\"c1\",\"layout\":{},\"warnings\":[]}");
            fputs("{\"event\":\"bye\"}\n", stderr);
        }

        //@@TearDown(Level.Trial)
        void off() {
            transcript::line("teardown");
            fputs("no end of line", stdout);
            fflush(stdout);
        }
    };

    //@@Benchmark
    static void play(Radio &) {
        static const char noise[] = "la\0la\r{\"event\":\"closed\"}\n";
        transcript::line("call play");
        fwrite(noise, 1, sizeof noise - 1, stdout);
    }
};
