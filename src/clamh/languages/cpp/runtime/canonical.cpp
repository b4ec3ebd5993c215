#include "canonical.hpp"

namespace clamh {

void canonical_code_point(Text &text, unsigned long value) {
    char bytes[4];
    std::size_t size = 0;
    const int following = value < 0x80 ? 0 : value < 0x800 ? 1 : value < 0x10000 ? 2 : 3;
    constexpr unsigned long leads[] = {0, 0xc0, 0xe0, 0xf0};
    bytes[size++] = static_cast<char>(leads[following] | (value >> 6 * following & (following == 3 ? 0x7 : 0xff)));
    for (int left = following - 1; left >= 0; --left) bytes[size++] = static_cast<char>(0x80 | (value >> 6 * left & 0x3f));
    clamh_add(&text, bytes, size);
}

}  // namespace clamh
