// Is what a benchmark returns, and what it gives to Blackhole, consumed with its value, whatever its type?
#include <string>

#include "Blackhole.hpp"
#include "transcript.hpp"

class ReturnedValues {
public:
    //@@State(Scope.Thread)
    struct Number {
        int value = 0;

        //@@Setup(Level.Trial)
        void trial() { value += 40; }

        //@@Setup(Level.Iteration)
        void iteration() { value += 2; }

        //@@TearDown(Level.Trial)
        void after() { value = 0; }
    };

    //@@Benchmark
    static int anInteger(Number &number) {
        transcript::line("call anInteger");
        return -number.value;
    }

    //@@Benchmark
    static double aFloat(Number &number) {
        transcript::line("call aFloat");
        return number.value + 0.1;
    }

    //@@Benchmark
    static std::string aText(Number &number) {
        transcript::line("call aText");
        return number.value == 42 ? "f\u00fcr \"42\"\n" : "wrong";
    }

    //@@Benchmark
    static void nothing(Number &) { transcript::line("call nothing"); }

    //@@Benchmark
    static bool toBlackhole(Number &number, harness_utils::Blackhole &blackhole) {
        transcript::line("call toBlackhole");
        const int zero = number.value - 42;
        blackhole.consume((1L << 62) + number.value);
        blackhole.consume(number.value / 4.0f);
        blackhole.consume(number.value * 1.0);
        blackhole.consume(-1.0 / zero);
        blackhole.consume(static_cast<double>(zero) / zero);
        blackhole.consume(-0.0 * number.value);
        blackhole.consume(static_cast<char>(number.value + 'x' - 42));
        std::string text;
        for (int i = 0; i < number.value * 2; i++) text += "0123456789abcdef";
        blackhole.consume(text);
        return zero == 0;
    }
};
