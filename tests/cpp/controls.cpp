#include <type_traits>
// Functions that the compiler is told about, of every kind; test_code.py reads whether they are called.
#define STEP(x) x = x * 31 + (x >> 3); x ^= x << 7; x += 0x9e37; x = x * 17 - (x >> 5); x ^= x >> 11;
#define LONG(x) STEP(x) STEP(x) STEP(x) STEP(x) STEP(x) STEP(x) STEP(x) STEP(x) STEP(x) STEP(x) STEP(x) STEP(x)

//@@CompilerControl(CompilerControl.Mode.DONT_INLINE)
static int apart_static(int x) { return x * 77 + 1; }

//@@CompilerControl(DONT_INLINE)
template <class T>
T apart_template(T x) { return x * 78 + 1; }

//@@CompilerControl(DONT_INLINE)
template <class T> requires std::is_integral_v<T> && (sizeof(T) > 1) && requires(T t) { t < 1; }
T apart_constrained(T x) { return x * 85 + 1; }

//@@CompilerControl(DONT_INLINE)
[[nodiscard]] inline int apart_attributed(int x) { return x * 79 + 1; }

//@@CompilerControl(DONT_INLINE)
constexpr int apart_constexpr(int x) { return x * 80 + 1; }

//@@CompilerControl(INLINE)
unsigned into_free(unsigned x) { LONG(x) return x; }

//@@CompilerControl(INLINE)
template <class T>
T into_template(T x) { LONG(x) return x + 1; }

//@@CompilerControl(INLINE)
[[nodiscard]] static inline unsigned into_attributed(unsigned x) { LONG(x) return x + 2; }

//@@State(Scope.Benchmark)
struct State {
    int value = 1;
    //@@CompilerControl(DONT_INLINE)
    int apart_method() const { return value * 81; }
    //@@CompilerControl(DONT_INLINE)
    static int apart_member(int x) { return x * 82; }
    int apart_outside(int x);
    //@@CompilerControl(INLINE)
    unsigned into_method(unsigned x) const { LONG(x) return x + 3; }
};

//@@CompilerControl(DONT_INLINE)
int State::apart_outside(int x) { return x * 83 + value; }

unsigned nobody_said(unsigned x) { LONG(x) return x + 4; }
static int small(int x) { return x * 84; }

//@@Benchmark
int calls(State &state) {
    return apart_static(state.value) + apart_template(state.value) + apart_constrained(state.value) +
           apart_attributed(state.value) +
           apart_constexpr(state.value) + state.apart_method() + State::apart_member(state.value) +
           state.apart_outside(state.value) + small(state.value);
}

#define ALL(x) into_free(x) + into_template(x) + into_attributed(x) + state.into_method(x) + nobody_said(x)
//@@Benchmark
unsigned once(State &state) { unsigned x = static_cast<unsigned>(state.value); return ALL(x); }
//@@Benchmark
unsigned again(State &state) { unsigned x = static_cast<unsigned>(state.value) + 1; return ALL(x) + ALL(x); }

//@@Benchmark
void burns() { harness_utils::Blackhole::consumeCPU(100); }
