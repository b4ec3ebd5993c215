// One benchmark per kind of state and of result, for the tests that read the machine code of their stubs.
// The factor of each marks its multiplication; it is large and odd, so that no compiler makes shifts of it.
#define CLAMH 1
#include "clamh.hpp"

long written_global = 1;
volatile long volatile_global = 1;
static long written_file = 1;
static long never_written = 625;

struct Inner {
    long value = 1;
};

struct State {
    long plain = 1;
    volatile long vol = 1;
    static long shared;
    volatile static long shared_vol;
    Inner inner;
    double real = 1;
    float single = 1;
    void setup() { written_global += plain, written_file += plain, shared += plain; }
};
long State::shared = 1;
volatile long State::shared_vol = 1;

struct Pair {
    long first, second;
};
struct Text {
    Text() = default;
    Text(const Text &other) : length(other.length) {}
    long length = 0;
};

struct Bench {
    static long plain(const State &state) { return state.plain * 1000203; }
    static long vol(const State &state) { return state.vol * 1000205; }
    static long shared(const State &) { return State::shared * 1000207; }
    static long shared_vol(const State &) { return State::shared_vol * 1000209; }
    static long inner(const State &state) { return state.inner.value * 1000211; }
    static long global(const State &) { return written_global * 1000213; }
    static long file(const State &) { return written_file * 1000215; }
    static long global_vol(const State &) { return volatile_global * 1000217; }
    static long constant(const State &) { return never_written * 1000219; }
    static double real(const State &state) { return state.real * 3.0; }
    static float single(const State &state) { return state.single * 3.0f; }
    static bool boolean(const State &state) { return state.plain > 1234567; }
    static Pair pair(const State &state) { return {state.plain * 1000227, state.plain}; }
    static Text object(const State &state) {
        Text text;
        text.length = state.plain * 1000229;
        return text;
    }
    static void consumed(const State &state, const harness_utils::Blackhole &hole) { hole.consume(state.plain * 1000231); }
    static void consumed_array(const State &state, const harness_utils::Blackhole &hole) { long out[16] = {state.plain * 1000237}; hole.consume(&out[0]); }
    static void stored(State &state) { state.plain = 116; }
    static void added(State &state) { state.plain += 117; }
    static void added_shared(State &) { State::shared += 117; }
    static void added_inner(State &state) { state.inner.value += 117; }
    static void added_global(State &) { written_global += 117; }
    static void added_file(State &) { written_file += 117; }
    static void empty() {}
    // Members of a group: what several threads call.
    static void added_member(State &state) { state.plain += 117; }
    static void counted(State &state) { __atomic_fetch_add(&state.plain, 117, __ATOMIC_RELAXED); }
    static bool stopped(const harness_utils::Control &control) { return control.stopMeasurement; }
};

namespace clamh_gen {
#define TAG(NAME)                                                     \
    struct NAME {                                                     \
        static constexpr const char *name() { return #NAME; }         \
        static constexpr unsigned number() { return __LINE__; }       \
        static constexpr unsigned place() { return 0; }               \
        static constexpr const char *group() { return nullptr; }      \
        static constexpr int home() { return -1; }                    \
        static constexpr clamh_scope scope() { return CLAMH_THREAD; } \
    };
TAG(State)
TAG(setup)
}  // namespace clamh_gen
template struct clamh::state<clamh_gen::State, ::State>;
template struct clamh::fixture<clamh_gen::setup, clamh::pick<0>(&::State::setup), ::State>;
#define BENCH(PARAMETERS, NAME) \
    namespace clamh_gen {       \
    TAG(NAME)                   \
    }                           \
    template struct clamh::bench<clamh_gen::NAME, clamh::pick<PARAMETERS>(&::Bench::NAME), ::Bench>;
BENCH(1, plain)
BENCH(1, vol)
BENCH(1, shared)
BENCH(1, shared_vol)
BENCH(1, inner)
BENCH(1, global)
BENCH(1, file)
BENCH(1, global_vol)
BENCH(1, constant)
BENCH(1, real)
BENCH(1, single)
BENCH(1, boolean)
BENCH(1, pair)
BENCH(1, object)
BENCH(2, consumed)
BENCH(2, consumed_array)
BENCH(1, stored)
BENCH(1, added)
BENCH(1, added_shared)
BENCH(1, added_inner)
BENCH(1, added_global)
BENCH(1, added_file)
BENCH(0, empty)
BENCH(1, added_member)
BENCH(1, counted)
BENCH(1, stopped)
