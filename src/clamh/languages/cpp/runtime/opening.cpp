#include "opening.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <locale.h>

namespace clamh {

static void refuse() { throw "CLAMH: this value is none of the field's type"; }

// In the locale C: the benchmark may have called setlocale, and in some locales the point is a comma.
template <class T, class... Base>
static T parse(const char *text, T (*convert)(const char *, char **, Base...), Base... base) {
    static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", nullptr);
    const locale_t before = uselocale(c_locale);
    char *end = nullptr;
    const T value = convert(text, &end, base...);
    uselocale(before);
    if (end == text || *end != '\0') refuse();  // a person may have typed it, for --solo
    return value;
}

long long parse_signed(const char *text) { return parse(text, &strtoll, 10); }
unsigned long long parse_unsigned(const char *text) { return parse(text, &strtoull, 10); }

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
