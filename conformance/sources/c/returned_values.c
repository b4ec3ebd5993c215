// Is what a benchmark returns, and what it gives to Blackhole, consumed with its value, whatever its type?
#include <stdbool.h>

#include "clamh.h"
#include "transcript.h"

//@@State(Scope.Thread)
typedef struct {
    int value;
} Number;

//@@Setup(Level.Trial)
static void trial(Number *number) { number->value += 40; }

//@@Setup(Level.Iteration)
static void iteration(Number *number) { number->value += 2; }

//@@TearDown(Level.Trial)
static void after(Number *number) { number->value = 0; }

//@@Benchmark
static int anInteger(Number *number) {
    transcript_line(-1, "call anInteger");
    return -number->value;
}

//@@Benchmark
static double aFloat(Number *number) {
    transcript_line(-1, "call aFloat");
    return number->value + 0.1;
}

//@@Benchmark
static const char *aText(Number *number) {
    transcript_line(-1, "call aText");
    return number->value == 42 ? "f\u00fcr \"42\"\n" : "wrong";
}

//@@Benchmark
static void nothing(Number *number) {
    (void)number;
    transcript_line(-1, "call nothing");
}

//@@Benchmark
static bool toBlackhole(Number *number, Blackhole *blackhole) {
    transcript_line(-1, "call toBlackhole");
    const int zero = number->value - 42;
    clamh_consume(blackhole, (1L << 62) + number->value);
    clamh_consume(blackhole, number->value / 4.0f);
    clamh_consume(blackhole, number->value * 1.0);
    clamh_consume(blackhole, -1.0 / zero);
    clamh_consume(blackhole, (double)zero / zero);
    clamh_consume(blackhole, -0.0 * number->value);
    clamh_consume(blackhole, (char)(number->value + 'x' - 42));
    char text[16 * 84 + 1] = "";
    for (int at = 0; at < number->value * 2 * 16; at++) text[at] = "0123456789abcdef"[at % 16];
    clamh_consume(blackhole, text);
    return zero == 0;
}
