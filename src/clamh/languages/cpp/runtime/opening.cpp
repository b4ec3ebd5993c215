#include "opening.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <locale.h>

namespace clamh {

static void refuse() { throw "CLAMH: this value is none of the field's type"; }

long long parse_signed(const char *text) { return std::strtoll(text, nullptr, 10); }
unsigned long long parse_unsigned(const char *text) { return std::strtoull(text, nullptr, 10); }

// The benchmark may have called setlocale, in some of which the point is a comma.
template <class T>
static T parse(const char *text, T (*convert)(const char *, char **)) {
    static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", nullptr);
    const locale_t before = uselocale(c_locale);
    const T value = convert(text, nullptr);
    uselocale(before);
    return value;
}

float parse_float(const char *text, float) { return parse(text, &strtof); }
double parse_float(const char *text, double) { return parse(text, &strtod); }
long double parse_float(const char *text, long double) { return parse(text, &strtold); }

unsigned long parse_character(const char *text, std::size_t size, unsigned long largest) {
    const unsigned lead = static_cast<unsigned char>(text[0]);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    unsigned long value = length == 1 ? lead : lead & (0x7fU >> length);
    if (length != size) refuse();
    for (std::size_t at = 1; at < size; ++at) value = value << 6 | (static_cast<unsigned char>(text[at]) & 0x3f);
    if (value > largest) refuse();
    return value;
}

long long parse_constant(const char *text, const Constant *constants) {
    while (constants->name != nullptr && std::strcmp(constants->name, text) != 0) ++constants;
    if (constants->name == nullptr) refuse();
    return constants->value;
}

}  // namespace clamh
