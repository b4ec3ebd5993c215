// What test_protocol.py talks to. Every fixture prints one line.
#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void say(const char *what) { printf("%s\n", what); }

//@@State(Scope.Benchmark)
struct Shared {
    //@@Param({"1", "2"})
    int level;
};

//@@Setup
static void shared_setup(struct Shared *shared) {
    (void)shared;
    say("Shared::setup");
}
//@@TearDown
static void shared_teardown(struct Shared *shared) {
    (void)shared;
    say("Shared::teardown");
}
//@@Setup(Level.Iteration)
static void shared_iteration(struct Shared *shared) {
    (void)shared;
    say("Shared::iteration");
}
//@@TearDown(Level.Iteration)
static void shared_iterated(struct Shared *shared) {
    (void)shared;
    say("Shared::iterated");
}

enum Colour { red, green = 7 };

//@@State(Scope.Benchmark)
typedef struct {
    //@@Param("a b,c")
    alignas(256) const char *text;
    //@@Param({"red", "green"})
    enum Colour colour;
    //@@Param("x")
    char letter;
    //@@Param("true")
    bool flag;
    //@@Param("0.5")
    float ratio;
    //@@Param("200")
    unsigned char byte;
    int calls;
} Aligned;

//@@Setup
static void aligned_setup(Aligned *aligned, struct Shared *shared) {  // Shared is set up before
    (void)aligned, (void)shared;
    say("Aligned::setup");
}
//@@TearDown
static void aligned_teardown(Aligned *aligned, const struct Shared *shared) {
    (void)aligned, (void)shared;
    say("Aligned::teardown");
}

//@@State(Scope.Benchmark)
struct Big {
    char bytes[16 << 20];
};

//@@Benchmark
//@@BenchmarkMode(Mode.AverageTime)
static double twice(Aligned *state, const struct Shared *shared) { return ++state->calls + state->ratio + shared->level; }

extern char open_text[]; /* of unknown size here */

//@@Benchmark
static const char *texts(const Aligned *state, const struct Shared *shared, const Blackhole *hole) {
    static char text[1501];
    const char unterminated[2] = {'n', 'o'};
    (void)shared;
    clamh_consume(hole, state->text);
    clamh_consume(hole, state->letter);
    clamh_consume(hole, state->flag);
    clamh_consume(hole, state->colour);
    clamh_consume(hole, unterminated);
    clamh_consume(hole, "yes");
    clamh_consume(hole, open_text);
    memset(text, 'x', 1500);
    return text;
}

char open_text[] = "open";

//@@Benchmark
static size_t big(struct Big *state) {
    state->bytes[sizeof state->bytes - 1] = 1;
    return (uintptr_t)state % 128;
}

//@@Benchmark
static void fails(struct Shared *shared) {
    (void)shared;
    clamh_fail("boom %s", "\xff");
}

//@@Benchmark
static void nothing(void) { say("nothing"); }

//@@Setup
static void everywhere(void) { say("everywhere"); }

//@@State(Scope.Benchmark)
struct Broken {
    char unused;
};
//@@Setup
static void broken_setup(struct Broken *broken) {
    (void)broken;
    clamh_fail("no luck");
}
//@@TearDown
static void broken_teardown(struct Broken *broken) {
    (void)broken;
    say("Broken::teardown");
}
//@@Benchmark
static void broken(struct Broken *broken, struct Shared *shared) { (void)broken, (void)shared; }

//@@State(Scope.Benchmark)
struct Half {  // one of its setups comes to its end
    char unused;
};
//@@Setup
static void half_begin(struct Half *half) {
    (void)half;
    say("Half::begin");
}
//@@Setup
static void half_finish(struct Half *half) {
    (void)half;
    clamh_fail("no more");
}
//@@TearDown
static void half_teardown(struct Half *half) {
    (void)half;
    say("Half::teardown");
}
//@@TearDown(Level.Iteration)
static void half_iterated(struct Half *half) {
    (void)half;
    say("Half::iterated");
}
//@@Benchmark
static void half(struct Half *half, struct Shared *shared) { (void)half, (void)shared; }

//@@State(Scope.Benchmark)
//@@ParamRows({"n,text", "1,'a, b'", "8,c", "8,d"})
typedef struct {
    //@@Param
    int n;
    //@@Param
    const char *text;
    int all[2];
} Rows;

//@@Check
static long doubled(const Rows *rows) {
    if (rows->n < 0) clamh_fail("below");
    return 2L * rows->n;
}
//@@Check
static clamh_array all(Rows *rows) {
    rows->all[0] = rows->n, rows->all[1] = rows->n + 1;
    return clamh_array(rows->all, 2);
}
//@@Benchmark
static int rows(const Rows *state) { return state->n; }

//@@Benchmark
static const char *many(void) {
    static char text[700000 * 3 + 1];
    for (int line = 0; line < 700000; ++line) memcpy(text + 3 * line, "\xc3\xbc\n", 3);
    return text;
}
