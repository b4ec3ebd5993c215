// Prints what the runtime's pieces make of values and lines; test_runtime.py holds what they should.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "blackhole.hpp"
#include "histogram.hpp"
#include "message.hpp"
#include "record.hpp"

enum class Colour : signed char { red = -1 };
struct Plain {
    int a = 1, b = 2;
};
struct Unique {
    Unique() = default;
    Unique(const Unique &) = delete;
    std::string text = "x";
};
struct Itself {  // an element of itself, as a file system path is
    const Itself *begin() const { return this; }
    const Itself *end() const { return this; }
};

template <class T>
void canonical(const T &value) {
    clamh::Text text;
    clamh::canonical(text, value);
    std::printf("%s\n", clamh::shortened(text).c_str());
}

void canonical_values() {
    canonical(-42), canonical(42u), canonical(std::numeric_limits<std::uint64_t>::max());
    canonical(std::numeric_limits<long long>::min()), canonical(std::int8_t(-7)), canonical(std::uint8_t(200));
    canonical(42.0), canonical(-0.0), canonical(0.5), canonical(0.5f), canonical(1e300), canonical(std::nan("1"));
    canonical(HUGE_VAL), canonical(-HUGE_VALF), canonical(true), canonical('x'), canonical(u'\u00e9'), canonical(U'\U0001F600');
    canonical(Colour::red), canonical("literal"), canonical(std::string("a\0b", 3).size()), canonical(std::string_view("view"));
    canonical(static_cast<const char *>(nullptr)), canonical(nullptr), canonical(std::vector<int>{1, 2});
    canonical(std::vector<std::uint8_t>{0, 255}), canonical(std::array<double, 2>{0.5, 2}), canonical(std::list<std::string>{"p", "q"});
    canonical(std::map<int, bool>{{1, true}}), canonical(std::optional<int>()), canonical(std::optional<int>(3)), canonical(Plain());
    canonical(std::make_unique<int>(3)), canonical(Itself()), canonical(std::vector<std::vector<int>>{{1}, {}});
    const volatile long fickle = 5;
    canonical(fickle), canonical(std::string(1025, 'y')), canonical(std::vector<bool>{true});
}

void quoted(const std::string &text) {
    clamh::Text out;
    clamh::quote(out, text.data(), text.size());
    std::printf("%s", out.c_str());
}

void lines() {
    clamh::Fields fields;
    for (const char *line : {"a\t%09b%25\t", "%4", "%zz", "%C3%A9"}) {
        std::printf("%d", clamh::decode(line, fields));
        for (const clamh::Text &field : fields) std::printf(" "), quoted(std::string(field.c_str(), field.size()));
        std::printf("\n");
    }
    for (const std::string &text : {std::string("q\"\\\n\x01"), std::string("\xff\xc3\xa9\xed\xa0\x80"), std::string("\xf0\x9f\x98\x80\xc0\xaf")}) {
        quoted(text), std::printf("\n");
    }
}

// Each bucket's least value, at and beside the powers of two, a histogram that is joined to fit, and the end of one with two late ones.
void histograms() {
    for (const unsigned long long value : {0ULL, 2047ULL, 2048ULL, 2049ULL, 2050ULL, 4095ULL, 4096ULL, 4099ULL, 4100ULL, 1000000ULL, ~0ULL >> 1}) {
        const std::size_t bucket = clamh::Histogram::bucket(value);
        std::printf("%llu ", bucket < clamh::Histogram::most ? clamh::Histogram::value(bucket) : 0);
    }
    clamh::Histogram histogram;
    histogram.begin();
    for (const long long value : {10, 10, 20, 30, 40, 50}) histogram.add(value);
    for (const std::size_t pairs : {5, 2}) {
        for (const long long one : histogram.pairs(pairs)) std::printf("%lld ", one);
    }
    clamh::Histogram late;
    late.begin();
    for (long long at = 0; at < 1024; ++at) late.add(2048 + 2 * at);
    late.add(1'000'000), late.add(3'000'000);
    const auto pairs = late.pairs(312);
    for (std::size_t at = pairs.size() - 4; at < pairs.size(); ++at) std::printf("%lld ", pairs[at]);
    std::printf("%zu ", pairs.size());
    std::printf("\n");
}

template <class... T>
void consume(const harness_utils::Blackhole &hole, const T &...values) {
    (hole.consume(values), ...);
}

void everything_consumed() {
    harness_utils::Blackhole hole;
    volatile int fickle = 3;
    struct { unsigned bits : 3; } packed = {5};
    int array[3] = {1, 2, 3};
    hole.consume(char(1)), hole.consume(short(1)), hole.consume(1), hole.consume(1L), hole.consume(1LL), hole.consume(1.5f), hole.consume(1.5);
    hole.consume(static_cast<signed char>(1)), hole.consume(static_cast<unsigned char>(1)), hole.consume(static_cast<unsigned short>(1));
    hole.consume(1u), hole.consume(1ul), hole.consume(1ull), hole.consume(fickle), hole.consume(packed.bits);
    consume(hole, true, 1.5L, nullptr, &array, "literal", array, Plain(), Unique(), std::string("s"), std::vector<int>{1}, Colour::red, &Plain::a);
    hole.consume(everything_consumed);
    std::printf("consumed\n");
}

int main() {
    canonical_values();
    lines();
    everything_consumed();
    histograms();
}
