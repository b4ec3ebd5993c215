// A registration written by hand: what the protocol tests talk to. Every call prints one line.
#define CLAMH 1
#include "clamh.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace n {

void say(const char *what) { std::printf("%s\n", what); }

class Shared {
    static int level;  // private and static
    friend class Bench;

public:
    Shared() { say("Shared()"); }
    ~Shared() { say("~Shared()"); }
    void setup() { say("Shared::setup"); }
    void teardown() { say("Shared::teardown"); }
    void iteration() { say("Shared::iteration"); }
    void iterated() { say("Shared::iterated"); }
};
int Shared::level = 0;

enum class Colour : unsigned char { red, green = 7 };

struct alignas(256) Aligned {
    std::string text;
    Colour colour = Colour::red;
    char letter = ' ';
    bool flag = false;
    float ratio = 0;
    unsigned char byte = 0;
    Aligned() = default;
    Aligned(const Aligned &) = delete;
    void setup(Shared &) { say("Aligned::setup"); }  // Shared is set up before
    void teardown(const Shared &) { say("Aligned::teardown"); }
};

struct Big {
    char bytes[16 << 20];
};

class Bench {
    int calls = 0;
    double twice(const Aligned &state, const Shared &) { return ++calls + state.ratio + Shared::level; }

public:
    static std::string texts(const Aligned &state, const harness_utils::Blackhole &hole) {
        hole.consume(state.text);
        hole.consume(state.letter);
        hole.consume(state.flag);
        hole.consume(static_cast<int>(state.colour));
        return std::string(1500, 'x');
    }
    static std::size_t big(Big &state) {
        const auto address = reinterpret_cast<std::size_t>(&state);
        state.bytes[sizeof state.bytes - 1] = 1;
        return address % 128;
    }
    static void fails(Shared &) { throw std::runtime_error("boom \xff"); }
    static void nothing() { say("nothing"); }
    static void fails_with_text() { throw std::string("a text"); }
};

void everywhere() { say("everywhere"); }
struct Broken {
    void setup() { throw "no luck"; }
    void teardown() { say("Broken::teardown"); }
};
void broken(Broken &, Shared &) {}
struct Half {  // one of its setups comes to its end
    void begin() { say("Half::begin"); }
    void finish() { throw std::runtime_error("no more"); }
    void teardown() { say("Half::teardown"); }
    void iterated() { say("Half::iterated"); }
};
void half(Half &, Shared &) {}
struct Rows {
    int n = 0;
    std::string text;

    long doubled() const {
        if (n < 0) throw std::runtime_error("below");
        return 2L * n;
    }
    std::vector<int> all() { return {n, n + 1}; }
};
int rows(const Rows &state) { return state.n; }

}  // namespace n

#include "thrown.hpp"

namespace clamh_gen {
#define TEXT(NAME, VALUE) \
    static constexpr const char *NAME() { return VALUE; }
#define INDEX(N) \
    static constexpr int index() { return N; } \
    static constexpr int line() { return N + 100; }
#define BENCH(N, NAME)                                                                            \
    struct b##N {                                                                                 \
        TEXT(name, NAME) TEXT(path, "talk.cpp") TEXT(settings, "{\"modes\":[\"avgt\"]}") TEXT(baseline, "") \
        TEXT(forecast, "{}") INDEX(N)                                                             \
    };
#define STATE(N, NAME) \
    struct s##N { TEXT(name, NAME) TEXT(scope, "Benchmark") TEXT(forecast, "{}") INDEX(N) };
#define ONLY(LIST) \
    static constexpr const char *const *only() { return LIST; }
#define FIXTURE(N, NAME, KIND, LEVEL) \
    struct f##N { TEXT(name, NAME) TEXT(kind, KIND) TEXT(level, LEVEL) INDEX(N) ONLY(nullptr) };
#define PARAM(N, NAME, ...)                                         \
    struct p##N {                                                   \
        TEXT(name, NAME) INDEX(N) static const char *const *values() { \
            static const char *const all[] = {__VA_ARGS__, nullptr}; \
            return all;                                             \
        }                                                           \
        static const char *const *column() { return nullptr; }      \
        template <class T>                                          \
        static const clamh::Constant *constants() {                 \
            static const clamh::Constant all[] = {{"red", (long long)T::red}, {"green", (long long)T::green}, {nullptr, 0}}; \
            return all;                                             \
        }                                                           \
    };
#define COLUMN(N, NAME, ...)                                         \
    struct p##N {                                                    \
        TEXT(name, NAME) INDEX(N) static const char *const *values() { \
            static const char *const none[] = {nullptr};             \
            return none;                                             \
        }                                                            \
        static const char *const *column() {                         \
            static const char *const all[] = {__VA_ARGS__, nullptr}; \
            return all;                                              \
        }                                                            \
    };
BENCH(0, "n::Bench::twice")
BENCH(1, "n::Bench::texts")
BENCH(2, "n::Bench::big")
BENCH(3, "n::Bench::fails")
BENCH(4, "n::Bench::nothing")
BENCH(5, "n::broken")
BENCH(6, "n::half")
BENCH(7, "n::Bench::fails_with_text")
BENCH(8, "n::rows")
STATE(0, "n::Shared")
STATE(1, "n::Aligned")
STATE(2, "n::Big")
STATE(3, "n::Broken")
STATE(4, "n::Half")
STATE(5, "n::Rows")
FIXTURE(0, "n::Aligned::setup", "Setup", "Trial")
FIXTURE(1, "n::Aligned::teardown", "Teardown", "Trial")
FIXTURE(2, "n::Shared::setup", "Setup", "Trial")
FIXTURE(3, "n::Shared::teardown", "Teardown", "Trial")
FIXTURE(4, "n::Shared::iteration", "Setup", "Iteration")
FIXTURE(5, "n::Shared::iterated", "Teardown", "Iteration")
FIXTURE(6, "n::everywhere", "Setup", "Trial")
FIXTURE(7, "n::Broken::setup", "Setup", "Trial")
FIXTURE(8, "n::Broken::teardown", "Teardown", "Trial")
FIXTURE(9, "n::Half::begin", "Setup", "Trial")
FIXTURE(10, "n::Half::finish", "Setup", "Trial")
FIXTURE(11, "n::Half::teardown", "Teardown", "Trial")
FIXTURE(12, "n::Half::iterated", "Teardown", "Iteration")
PARAM(0, "n::Shared::level", "1", "2")
PARAM(1, "n::Aligned::text", "a b,c")
PARAM(2, "n::Aligned::colour", "red", "green")
PARAM(3, "n::Aligned::letter", "x")
PARAM(4, "n::Aligned::flag", "true")
PARAM(5, "n::Aligned::ratio", "0.5")
PARAM(6, "n::Aligned::byte", "200")
COLUMN(7, "n::Rows::n", "1", "8", "8")
COLUMN(8, "n::Rows::text", "a, b", "c", "d")
struct k0 { TEXT(name, "n::Rows::doubled") INDEX(0) };
struct k1 { TEXT(name, "n::Rows::all") INDEX(1) };
struct source0 { TEXT(path, "talk.cpp") TEXT(sha256, "abc") };
}  // namespace clamh_gen

template struct clamh::state<clamh_gen::s0, ::n::Shared>;
template struct clamh::state<clamh_gen::s1, ::n::Aligned>;
template struct clamh::state<clamh_gen::s2, ::n::Big>;
template struct clamh::state<clamh_gen::s3, ::n::Broken>;
template struct clamh::state<clamh_gen::s4, ::n::Half>;
template struct clamh::state<clamh_gen::s5, ::n::Rows>;
template struct clamh::param<clamh_gen::p7, &::n::Rows::n, ::n::Rows>;
template struct clamh::param<clamh_gen::p8, &::n::Rows::text, ::n::Rows>;
template struct clamh::param<clamh_gen::p0, &::n::Shared::level, ::n::Shared>;
template struct clamh::param<clamh_gen::p1, &::n::Aligned::text, ::n::Aligned>;
template struct clamh::param<clamh_gen::p2, &::n::Aligned::colour, ::n::Aligned>;
template struct clamh::param<clamh_gen::p3, &::n::Aligned::letter, ::n::Aligned>;
template struct clamh::param<clamh_gen::p4, &::n::Aligned::flag, ::n::Aligned>;
template struct clamh::param<clamh_gen::p5, &::n::Aligned::ratio, ::n::Aligned>;
template struct clamh::param<clamh_gen::p6, &::n::Aligned::byte, ::n::Aligned>;
template struct clamh::fixture<clamh_gen::f0, clamh::pick<1>(&::n::Aligned::setup), ::n::Aligned>;
template struct clamh::fixture<clamh_gen::f1, clamh::as<const ::n::Shared &>(&::n::Aligned::teardown), ::n::Aligned>;
template struct clamh::fixture<clamh_gen::f2, clamh::pick<0>(&::n::Shared::setup), ::n::Shared, clamh::takes<>>;
template struct clamh::fixture<clamh_gen::f3, clamh::pick<0>(&::n::Shared::teardown), ::n::Shared>;
template struct clamh::fixture<clamh_gen::f4, clamh::pick<0>(&::n::Shared::iteration), ::n::Shared>;
template struct clamh::fixture<clamh_gen::f5, clamh::pick<0>(&::n::Shared::iterated), ::n::Shared>;
template struct clamh::fixture<clamh_gen::f6, clamh::pick<0>(&::n::everywhere), void>;
template struct clamh::fixture<clamh_gen::f7, clamh::pick<0>(&::n::Broken::setup), ::n::Broken>;
template struct clamh::fixture<clamh_gen::f8, clamh::pick<0>(&::n::Broken::teardown), ::n::Broken>;
template struct clamh::fixture<clamh_gen::f9, clamh::pick<0>(&::n::Half::begin), ::n::Half>;
template struct clamh::fixture<clamh_gen::f10, clamh::pick<0>(&::n::Half::finish), ::n::Half>;
template struct clamh::fixture<clamh_gen::f11, clamh::pick<0>(&::n::Half::teardown), ::n::Half>;
template struct clamh::fixture<clamh_gen::f12, clamh::pick<0>(&::n::Half::iterated), ::n::Half>;
template struct clamh::bench<clamh_gen::b0, clamh::pick<2>(&::n::Bench::twice), ::n::Bench, clamh::takes<::n::Aligned, ::n::Shared>>;
template struct clamh::bench<clamh_gen::b1, clamh::pick<2>(&::n::Bench::texts), ::n::Bench>;
template struct clamh::bench<clamh_gen::b2, clamh::pick<1>(&::n::Bench::big), ::n::Bench>;
template struct clamh::bench<clamh_gen::b3, clamh::pick<1>(&::n::Bench::fails), ::n::Bench>;
template struct clamh::bench<clamh_gen::b4, clamh::pick<0>(&::n::Bench::nothing), ::n::Bench>;
template struct clamh::bench<clamh_gen::b5, clamh::pick<2>(&::n::broken), void>;
template struct clamh::bench<clamh_gen::b6, clamh::pick<2>(&::n::half), void>;
template struct clamh::bench<clamh_gen::b7, clamh::pick<0>(&::n::Bench::fails_with_text), ::n::Bench>;
template struct clamh::bench<clamh_gen::b8, clamh::pick<1>(&::n::rows), void>;
template struct clamh::check<clamh_gen::k0, clamh::pick<0>(&::n::Rows::doubled), ::n::Rows>;
template struct clamh::check<clamh_gen::k1, clamh::pick<0>(&::n::Rows::all), ::n::Rows>;
template struct clamh::source<clamh_gen::source0>;
