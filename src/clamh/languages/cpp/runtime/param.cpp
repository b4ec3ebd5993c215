#include "param.hpp"

#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <cstring>

#include <locale.h>

namespace clamh {

// Decimal or 0x hexadecimal with optional sign and `_` between digits; no digits, or other characters, are no number.
static bool magnitude(bool &negative, unsigned long long &value, const char *text, std::size_t size) {
    std::size_t at = 0;
    negative = size > 0 && text[0] == '-';
    if (size > 0 && (text[0] == '-' || text[0] == '+')) ++at;
    unsigned base = 10;
    if (size >= at + 2 && text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X')) {
        base = 16;
        at += 2;
    }
    value = 0;
    bool digit_before = false;
    for (; at < size; ++at) {
        const char c = text[at];
        if (c == '_' && digit_before) {
            digit_before = false;
            continue;
        }
        unsigned digit = base;
        if (c >= '0' && c <= '9') digit = static_cast<unsigned>(c - '0');
        if (base == 16 && c >= 'a' && c <= 'f') digit = static_cast<unsigned>(c - 'a') + 10;
        if (base == 16 && c >= 'A' && c <= 'F') digit = static_cast<unsigned>(c - 'A') + 10;
        if (digit >= base || value > (~0ULL - digit) / base) return false;
        value = value * base + digit;
        digit_before = true;
    }
    return digit_before;
}

bool convert_signed(long long &value, long long minimum, long long maximum, const char *text, std::size_t size) {
    bool negative;
    unsigned long long number;
    if (!magnitude(negative, number, text, size)) return false;
    // −(minimum + 1) fits where −minimum does not.
    const unsigned long long lowest = static_cast<unsigned long long>(-(minimum + 1)) + 1;
    if (number > (negative ? lowest : static_cast<unsigned long long>(maximum))) return false;
    value = !negative ? static_cast<long long>(number) : number == 0 ? 0 : -static_cast<long long>(number - 1) - 1;
    return true;
}

bool convert_unsigned(unsigned long long &value, unsigned long long maximum, const char *text, std::size_t size) {
    bool negative;
    return magnitude(negative, value, text, size) && value <= maximum && (!negative || value == 0);
}

// The benchmark may have called setlocale, in some of which the point is a comma.
template <class T>
static bool floating(T &value, const char *text, std::size_t size, T (*convert)(const char *, char **)) {
    static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", nullptr);
    if (size == 0 || std::strlen(text) != size || std::strchr(" \t\n\v\f\r", text[0]) != nullptr) return false;
    const locale_t before = uselocale(c_locale);
    char *end = nullptr;
    value = convert(text, &end);
    uselocale(before);
    return end == text + size;
}

bool convert_float(double &value, const char *text, std::size_t size) { return floating(value, text, size, &strtod); }
bool convert_float(float &value, const char *text, std::size_t size) { return floating(value, text, size, &strtof); }
bool convert_float(long double &value, const char *text, std::size_t size) {
    return floating(value, text, size, &strtold);
}

static bool same(const char *text, std::size_t size, const char *word) {
    return size == std::strlen(word) && std::memcmp(text, word, size) == 0;
}

bool convert_bool(bool &value, const char *text, std::size_t size) {
    value = same(text, size, "true");
    return value || same(text, size, "false");
}

bool convert_character(unsigned long &value, unsigned long maximum, const char *text, std::size_t size) {
    if (size == 0) return false;
    const unsigned lead = static_cast<unsigned char>(text[0]);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    if (length != size || lead > 0xf4) return false;
    value = length == 1 ? lead : lead & (0x7fU >> length);
    for (std::size_t at = 1; at < size; ++at) {
        const unsigned byte = static_cast<unsigned char>(text[at]);
        if ((byte & 0xc0) != 0x80) return false;
        value = value << 6 | (byte & 0x3f);
    }
    constexpr unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};
    return value >= least[length] && value <= maximum && (value < 0xd800 || value > 0xdfff);
}

bool convert_constant(long long &value, const Constant *constants, const char *text, std::size_t size) {
    for (; constants->name != nullptr; ++constants) {
        if (same(text, size, constants->name)) {
            value = constants->value;
            return true;
        }
    }
    return false;
}

}  // namespace clamh
