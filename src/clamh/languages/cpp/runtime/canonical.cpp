#include "canonical.hpp"

namespace clamh {

void canonical_code_point(Text &text, unsigned long value) {
    char bytes[4];
    std::size_t size = 0;
    const int following = value < 0x80 ? 0 : value < 0x800 ? 1 : value < 0x10000 ? 2 : 3;
    constexpr unsigned long leads[] = {0, 0xc0, 0xe0, 0xf0};
    bytes[size++] = static_cast<char>(leads[following] | (value >> 6 * following & (following == 3 ? 0x7 : 0xff)));
    for (int left = following - 1; left >= 0; --left) bytes[size++] = static_cast<char>(0x80 | (value >> 6 * left & 0x3f));
    canonical_string(text, bytes, size);
}

void canonical_wide(Text &text, bool negative, Natural128 magnitude) {
    char digits[40];  // a sign, and 39 at most
    std::size_t first = sizeof digits;
    for (; magnitude > 9; magnitude /= 10) digits[--first] = static_cast<char>('0' + static_cast<int>(magnitude % 10));
    digits[--first] = static_cast<char>('0' + static_cast<int>(magnitude));
    if (negative) digits[--first] = '-';
    canonical_word(text, "i:");
    clamh_add(&text, digits + first, sizeof digits - first);
}

}  // namespace clamh
