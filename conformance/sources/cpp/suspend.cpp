// Does what runs while the clock is suspended cost the score nothing: once, nested, and left early?
#include "clamh.hpp"
#include "transcript.hpp"

#include <stdexcept>

//@@Benchmark
void never() { transcript::line("call never"); }

//@@Benchmark
void once(const Suspend &suspend) {
    suspend.run([] { transcript::line("call once"); });
}

//@@Benchmark
void nested(Suspend &suspend) {
    auto paused = suspend.pause();
    transcript::line("call outer");
    suspend.run([&] {
        auto inner = suspend.pause();
        transcript::line("call inner");
    });
}

//@@Benchmark
void breaks(Suspend &suspend) {
    for (int at = 0; at < 5; ++at) { // two suspensions: one goes on, one breaks
        auto paused = suspend.pause();
        if (at == 0) continue;
        transcript::line("call breaks");
        break;
    }
}

//@@Benchmark
int returns(Suspend &suspend) {
    auto paused = suspend.pause();
    transcript::line("call returns");
    return 1;
}

//@@Benchmark
void fails(Suspend &suspend) {
    try {
        suspend.run([] { throw std::runtime_error("out of paper"); });
    } catch (const std::runtime_error &) {
        transcript::line("call fails");
    }
}
