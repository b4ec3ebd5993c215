// One benchmark per kind of state and of result, for the test that reads the machine code of their stubs.
// The factor of each marks its multiplication; it is large and odd, so that no compiler makes shifts of it.
#include <stdbool.h>

long written_global = 1;
volatile long volatile_global = 1;
static long written_file = 1;
static long never_written = 625;

enum Colour { RED = 1, GREEN = 1000233 };

struct Inner {
    long value;
};

//@@State(Scope.Thread)
typedef struct {
    long plain;
    volatile long vol;
    struct Inner inner;
    struct Inner *pointed;
    double real;
    float single;
    const char *text;
} State;

struct Pair {
    long first, second;
};
struct Wide {
    long first, others[15];
};

//@@Setup
static void setup(State *state) { written_global += state->plain, written_file += state->plain; }

//@@Benchmark
static long plain(const State *state) { return state->plain * 1000203; }
//@@Benchmark
static long vol(const State *state) { return state->vol * 1000205; }
//@@Benchmark
static long inner(const State *state) { return state->inner.value * 1000211; }
//@@Benchmark
static long pointed(const State *state) { return state->pointed->value * 1000209; }
//@@Benchmark
static long global(void) { return written_global * 1000213; }
//@@Benchmark
static long file(void) { return written_file * 1000215; }
//@@Benchmark
static long global_vol(void) { return volatile_global * 1000217; }
//@@Benchmark
static long constant(void) { return never_written * 1000219; }
//@@Benchmark
static double real(const State *state) { return state->real * 3.0; }
//@@Benchmark
static float single(const State *state) { return state->single * 3.0f; }
//@@Benchmark
static bool boolean(const State *state) { return state->plain > 1234567; }
//@@Benchmark
static signed char narrow(const State *state) { return (signed char)(state->plain * 1000221 >> 8); }
//@@Benchmark
static enum Colour colour(const State *state) { return (enum Colour)(state->plain * 1000223); }
//@@Benchmark
static const char *pointer(const State *state) { return state->text + state->plain * 1000225; }
//@@Benchmark
static struct Pair pair(const State *state) { return (struct Pair){state->plain * 1000227, state->plain}; }
//@@Benchmark
static struct Wide wide(const State *state) { return (struct Wide){.first = state->plain * 1000229}; }
//@@Benchmark
static long double longer(const State *state) { return (long double)(state->plain * 1000235); }
//@@Benchmark
static void consumed(const State *state, const Blackhole *hole) { clamh_consume(hole, state->plain * 1000231); }
//@@Benchmark
static void consumed_real(const State *state, const Blackhole *hole) { clamh_consume(hole, state->real * 5.0); }
//@@Benchmark
static void consumed_array(const State *state, const Blackhole *hole) { long results[16] = {state->plain * 1000237}; clamh_consume(hole, results); }
//@@Benchmark
static void stored(State *state) { state->plain = 116; }
//@@Benchmark
static void added(State *state) { state->plain += 117; }
//@@Benchmark
static void added_inner(State *state) { state->inner.value += 117; }
//@@Benchmark
static void added_global(void) { written_global += 117; }
//@@Benchmark
static void added_file(void) { written_file += 117; }
//@@Benchmark
static void empty(void) {}
//@@Benchmark
static void counted(State *state) { __atomic_fetch_add(&state->plain, 117, __ATOMIC_RELAXED); }
//@@Benchmark
static bool stopped(const Control *control) { return clamh_control_stop_measurement(control); }
