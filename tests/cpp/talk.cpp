// What test_protocol.py and test_runtime.py talk to. Every fixture prints one line.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <unwind.h>
#include <vector>

namespace n {

void say(const char *what) { std::printf("%s\n", what); }

struct Silent : std::exception {
    const char *what() const noexcept override { return nullptr; }
};
struct Plain : std::exception {};

//@@State(Scope.Benchmark)
class Shared {
    //@@Param({"1", "2"})
    static int level;  // private and static
    friend class Bench;

public:
    Shared() { say("Shared()"); }
    ~Shared() { say("~Shared()"); }
    //@@Setup
    void setup() { say("Shared::setup"); }
    //@@TearDown
    void teardown() { say("Shared::teardown"); }
    //@@Setup(Level.Iteration)
    void iteration() { say("Shared::iteration"); }
    //@@TearDown(Level.Iteration)
    void iterated() { say("Shared::iterated"); }
};
int Shared::level = 0;

enum class Colour : unsigned char { red, green = 7 };

//@@State(Scope.Benchmark)
struct alignas(256) Aligned {
    //@@Param("a b,c")
    std::string text;
    //@@Param({"red", "green"})
    Colour colour = Colour::red;
    //@@Param("x")
    char letter = ' ';
    //@@Param("true")
    bool flag = false;
    //@@Param("0.5")
    float ratio = 0;
    //@@Param("200")
    unsigned char byte = 0;
    Aligned() = default;
    Aligned(const Aligned &) = delete;
    //@@Setup
    void setup(Shared &) { say("Aligned::setup"); }  // Shared is set up before
    //@@TearDown
    void teardown(const Shared &) { say("Aligned::teardown"); }
};

//@@State(Scope.Benchmark)
struct Big {
    char bytes[16 << 20];
};

class Bench {
    int calls = 0;
    //@@Benchmark
    //@@BenchmarkMode(Mode.AverageTime)
    double twice(const Aligned &state, const Shared &) { return ++calls + state.ratio + Shared::level; }

public:
    //@@Benchmark
    static std::string texts(const Aligned &state, const harness_utils::Blackhole &hole) {
        hole.consume(state.text);
        hole.consume(state.letter);
        hole.consume(state.flag);
        hole.consume(static_cast<int>(state.colour));
        return std::string(1500, 'x');
    }
    //@@Benchmark
    static std::size_t big(Big &state) {
        const auto address = reinterpret_cast<std::size_t>(&state);
        state.bytes[sizeof state.bytes - 1] = 1;
        return address % 128;
    }
    //@@Benchmark
    static void fails(Shared &) { throw std::runtime_error("boom \xff"); }
    //@@Benchmark
    static void nothing() { say("nothing"); }
    //@@Benchmark
    static void fails_with_text() { throw std::string("a text"); }
    //@@Benchmark
    static void fails_with_null() { throw Silent(); }
    //@@Benchmark
    static void fails_with_nothing() { throw std::runtime_error(""); }
    //@@Benchmark
    static void fails_as_it_inherits() { throw Plain(); }
    //@@Benchmark
    static void fails_with_empty_text() { throw std::string(); }
    //@@Benchmark
    static void fails_in_another_language() {
        static _Unwind_Exception foreign;
        foreign.exception_class = 0x4d4f5a0052555354;
        _Unwind_RaiseException(&foreign);
    }
    //@@Benchmark
    static void fails_with_number() { throw 42; }
};

//@@Setup
void everywhere() { say("everywhere"); }
//@@State(Scope.Benchmark)
struct Broken {
    //@@Setup
    void setup() { throw "no luck"; }
    //@@TearDown
    void teardown() { say("Broken::teardown"); }
};
//@@Benchmark
void broken(Broken &, Shared &) {}
//@@State(Scope.Benchmark)
struct Half {  // one of its setups comes to its end
    //@@Setup
    void begin() { say("Half::begin"); }
    //@@Setup
    void finish() { throw std::runtime_error("no more"); }
    //@@TearDown
    void teardown() { say("Half::teardown"); }
    //@@TearDown(Level.Iteration)
    void iterated() { say("Half::iterated"); }
};
//@@Benchmark
void half(Half &, Shared &) {}
//@@State(Scope.Benchmark)
//@@ParamRows({"n,text", "1,'a, b'", "8,c", "8,d"})
struct Rows {
    //@@Param
    int n = 0;
    //@@Param
    std::string text;

    //@@Check
    long doubled() const {
        if (n < 0) throw std::runtime_error("below");
        return 2L * n;
    }
    //@@Check
    std::vector<int> all() { return {n, n + 1}; }
};
//@@Benchmark
int rows(const Rows &state) { return state.n; }

//@@Benchmark
std::string many() {
    std::string text;
    for (int line = 0; line < 700'000; ++line) text += "ü\n";
    return text;
}

}  // namespace n
