// Prints what the runtime makes of values; test_runtime.py holds what they should.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "blackhole.hpp"

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
    clamh_text text = {};
    clamh::canonical(text, value);
    std::printf("%s\n", text.bytes);
    std::free(text.bytes);
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
    canonical(fickle), canonical(std::string(3, 'y')), canonical(std::vector<bool>{true});
    const char unterminated[2] = {'n', 'o'};
    canonical(unterminated);
    canonical(std::u16string(u"\u00e9\U0001F600\u20ac")), canonical(std::u32string(U"\U0001F600")), canonical(std::wstring(L"w\u00ff")), canonical(u"literal");
    canonical(std::u16string_view()), canonical(std::vector<std::u16string>{u"a", u"b"});
    canonical(u8"\u00e9"), canonical(std::basic_string<std::decay_t<decltype(*u8"")>>(u8"\u00e9x"));
    const clamh::Natural128 most = ~clamh::Natural128(0);
    canonical(most), canonical(static_cast<clamh::Integer128>(most / 2 + 1)), canonical(clamh::Integer128(7)), canonical(clamh::Natural128(0));
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
    everything_consumed();
}
