#include "canonical.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "record.hpp"

namespace clamh {

static std::vector<Text> consumed_texts;

Text &next_consumed() {
    consumed_texts.emplace_back();
    return consumed_texts.back();
}

std::vector<Text> take_consumed() {
    std::vector<Text> taken;
    taken.swap(consumed_texts);
    return taken;
}

void canonical_null(Text &text) { text.value += "null"; }
void canonical_object(Text &text) { text.value += "object"; }
void canonical_bool(Text &text, bool value) { text.value += value ? "b:true" : "b:false"; }
void canonical_signed(Text &text, long long value) { text.value += "i:" + std::to_string(value); }
void canonical_unsigned(Text &text, unsigned long long value) { text.value += "i:" + std::to_string(value); }
void canonical_raw(Text &text, char mark) { text.value += mark; }

void canonical_float(Text &text, double value) {
    char buffer[400];  // DBL_MAX has 309 digits
    if (std::isnan(value)) {
        text.value += "f:nan";
    } else if (std::isinf(value)) {
        text.value += value > 0 ? "f:inf" : "f:-inf";
    } else if (value == std::floor(value)) {
        std::snprintf(buffer, sizeof buffer, "i:%.0f", value == 0 ? 0.0 : value);
        text.value += buffer;
    } else {
        std::uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        std::snprintf(buffer, sizeof buffer, "f:%016llx", static_cast<unsigned long long>(bits));
        text.value += buffer;
    }
}

void canonical_string(Text &text, const char *bytes, std::size_t size) {
    text.value += "s:";
    text.value.append(bytes, size);
}

void canonical_bytes(Text &text, const void *bytes, std::size_t size) {
    text.value += "x:";
    char pair[3];
    for (std::size_t at = 0; at < size; ++at) {
        std::snprintf(pair, sizeof pair, "%02x", static_cast<const unsigned char *>(bytes)[at]);
        text.value += pair;
    }
}

void canonical_code_point(Text &text, unsigned long value) {
    text.value += "s:";
    const auto add = [&](unsigned long byte) { text.value += static_cast<char>(byte); };
    const auto follow = [&](int shift) { add(0x80 | (value >> shift & 0x3f)); };
    if (value < 0x80) {
        add(value);
    } else if (value < 0x800) {
        add(0xc0 | value >> 6), follow(0);
    } else if (value < 0x10000) {
        add(0xe0 | value >> 12), follow(6), follow(0);
    } else {
        add(0xf0 | (value >> 18 & 7)), follow(12), follow(6), follow(0);
    }
}

// FIPS 180-4, section 6.2; the constants are the fractional parts of roots of the first primes (4.2.2, 5.3.3).
static std::string sha256(const std::string &text) {
    static const auto fraction = [](int prime, bool cube) {
        const long double root = cube ? cbrtl(prime) : sqrtl(prime);
        return static_cast<std::uint32_t>((root - floorl(root)) * 4294967296.0L);
    };
    std::uint32_t constants[64], hash[8];
    for (int prime = 2, found = 0; found < 64; ++prime) {
        bool divided = false;
        for (int factor = 2; factor * factor <= prime; ++factor) divided = divided || prime % factor == 0;
        if (divided) continue;
        constants[found] = fraction(prime, true);
        if (found < 8) hash[found] = fraction(prime, false);
        ++found;
    }
    std::string message = text + '\x80';
    message.append((120 - message.size() % 64) % 64, '\0');
    for (int shift = 56; shift >= 0; shift -= 8) message += static_cast<char>(text.size() * 8ULL >> shift & 0xff);
    const auto turn = [](std::uint32_t x, int by) { return x >> by | x << (32 - by); };
    for (std::size_t block = 0; block < message.size(); block += 64) {
        std::uint32_t w[64], v[8];
        for (int t = 0; t < 16; ++t) {
            w[t] = 0;
            for (int byte = 0; byte < 4; ++byte) w[t] = w[t] << 8 | static_cast<unsigned char>(message[block + t * 4 + byte]);
        }
        for (int t = 16; t < 64; ++t) {
            const std::uint32_t low = turn(w[t - 15], 7) ^ turn(w[t - 15], 18) ^ w[t - 15] >> 3;
            const std::uint32_t high = turn(w[t - 2], 17) ^ turn(w[t - 2], 19) ^ w[t - 2] >> 10;
            w[t] = high + w[t - 7] + low + w[t - 16];
        }
        std::memcpy(v, hash, sizeof v);
        for (int t = 0; t < 64; ++t) {
            const std::uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
            const std::uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
            const std::uint32_t first = v[7] + (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) + choice + constants[t] + w[t];
            const std::uint32_t second = (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) + majority;
            for (int i = 7; i > 0; --i) v[i] = v[i - 1];
            v[4] += first;
            v[0] = first + second;
        }
        for (int i = 0; i < 8; ++i) hash[i] += v[i];
    }
    std::string digest;
    char word[9];
    for (const std::uint32_t part : hash) {
        std::snprintf(word, sizeof word, "%08x", static_cast<unsigned>(part));
        digest += word;
    }
    return digest;
}

std::string shortened(const Text &text) {
    constexpr std::size_t longest = 1024;
    if (text.value.size() <= longest) return text.value;
    return "sha256:" + sha256(text.value) + ":" + std::to_string(text.value.size());
}

}  // namespace clamh
