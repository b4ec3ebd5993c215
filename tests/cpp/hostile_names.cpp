// Names that a harness might have taken, of benchmarks, states, params, globals and macros; all are the user's.
#include <cstddef>
#include <ctime>

#define count_of(x) (sizeof(x) / sizeof(x[0]))
// Macros of the words that a wrapper uses after this text.
#define name 5
#define values {7}
#define scope "scope"
#define takes(x) x
#define baseline

struct Random { unsigned value = 7; };  // the user's own, and no state
namespace Memory { inline int words() { return 3; } }
static int Operations = 2;

//@@State(Scope.Benchmark)
struct state {
    //@@Param({"1", "2"})
    int params;
    //@@Param({"3"})
    static long index;
    Random own;
    int clamh_gen = 0, registered = 0, repeat = 0;
    //@@Setup
    void setup() { registered = params; }
    //@@Setup(Level.Invocation)
    void objects() { ++repeat; }
};
long state::index = 0;

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.OPERATIONS)
struct counters { long records = 0; int total() const { return static_cast<int>(records); } };

//@@State(Scope.Benchmark)
class batch {
public:
    int fence = 1;
};

namespace run {
//@@Benchmark
int sort(state &s) { return s.params; }
//@@Benchmark
long time(const state &s) { return s.index + static_cast<long>(s.own.value); }
//@@Benchmark
long clock(batch &b, counters &c) { return b.fence + ++c.records; }
//@@Benchmark
int main_loop(harness_utils::Blackhole &sink, harness_utils::Random &random) { sink.consume(Operations); return random.nextInt(9); }
//@@Benchmark
int timed(harness_utils::Control &Control) { return Control.stopMeasurement ? 1 : Memory::words(); }
//@@CompilerControl(CompilerControl.Mode.DONT_INLINE)
template <class T>
T object(T value) { return value * 3; }
//@@CompilerControl(CompilerControl.Mode.INLINE)
[[nodiscard]] static constexpr int bench(int value) { return value + 1; }
//@@Benchmark
int loop(batch &b) { return object(b.fence) + bench(b.fence); }
}  // namespace run

//@@Benchmark
int measure(const state &clamh) { return clamh.registered; }
//@@Benchmark
void fixture() {}

int main(int, char **) { static_cast<void>(fixture); }

//@@Benchmark
int seven(state &one, Blackhole &, Control &, BenchmarkParams &, IterationParams &, ThreadParams &, harness_utils::Random &) {
    return one.params;
}
