#include "canonical.hpp"

#include <cstdint>
#include <cstring>

#include "record.hpp"

namespace clamh {

static thread_local List<Text> consumed_texts;

Text &next_consumed() { return consumed_texts.push(""); }
List<Text> take_consumed() { return static_cast<List<Text> &&>(consumed_texts); }

void canonical_null(Text &text) { text.add("null"); }
void canonical_object(Text &text) { text.add("object"); }
void canonical_bool(Text &text, bool value) { text.add(value ? "b:true" : "b:false"); }
void canonical_signed(Text &text, long long value) { text.add(written("i:%lld", value)); }
void canonical_unsigned(Text &text, unsigned long long value) { text.add(written("i:%llu", value)); }
void canonical_raw(Text &text, char mark) { text.add(mark); }

void canonical_float(Text &text, double value) {
    if (__builtin_isnan(value)) {
        text.add("f:nan");
    } else if (__builtin_isinf(value)) {
        text.add(value > 0 ? "f:inf" : "f:-inf");
    } else if (value == __builtin_floor(value)) {
        text.add(written("i:%.0f", value == 0 ? 0.0 : value));
    } else {
        std::uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        text.add(written("f:%016llx", static_cast<unsigned long long>(bits)));
    }
}

void canonical_string(Text &text, const char *bytes, std::size_t size) { text.add("s:").add(bytes, size); }

void canonical_bytes(Text &text, const void *bytes, std::size_t size) {
    text.add("x:");
    for (std::size_t at = 0; at < size; ++at) {
        const unsigned byte = static_cast<const unsigned char *>(bytes)[at];
        text.add("0123456789abcdef"[byte >> 4]).add("0123456789abcdef"[byte & 15]);
    }
}

void canonical_code_point(Text &text, unsigned long value) {
    text.add("s:");
    const int following = value < 0x80 ? 0 : value < 0x800 ? 1 : value < 0x10000 ? 2 : 3;
    constexpr unsigned long leads[] = {0, 0xc0, 0xe0, 0xf0};
    text.add(static_cast<char>(leads[following] | (value >> 6 * following & (following == 3 ? 0x7 : 0xff))));
    for (int left = following - 1; left >= 0; --left) text.add(static_cast<char>(0x80 | (value >> 6 * left & 0x3f)));
}

// FIPS 180-4, section 6.2; the constants are the fractional parts of roots of the first primes (4.2.2, 5.3.3).
static std::uint32_t fraction(long double root) {
    return static_cast<std::uint32_t>((root - __builtin_floorl(root)) * 4294967296.0L);
}

static std::uint32_t turn(std::uint32_t x, int by) { return x >> by | x << (32 - by); }

static Text sha256(const Text &text) {
    std::uint32_t constants[64], hash[8];
    for (int prime = 2, found = 0; found < 64; ++prime) {
        bool divided = false;
        for (int factor = 2; factor * factor <= prime; ++factor) divided = divided || prime % factor == 0;
        if (divided) continue;
        constants[found] = fraction(__builtin_cbrtl(prime));
        if (found < 8) hash[found] = fraction(__builtin_sqrtl(prime));
        ++found;
    }
    Text message = text;
    message.add('\x80');
    while (message.size() % 64 != 56) message.add('\0');
    for (int shift = 56; shift >= 0; shift -= 8) message.add(static_cast<char>(text.size() * 8ULL >> shift & 0xff));
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
    Text digest;
    for (const std::uint32_t part : hash) digest.add(written("%08x", static_cast<unsigned>(part)));
    return digest;
}

Text shortened(const Text &text) {
    constexpr std::size_t longest = 1024;
    if (text.size() <= longest) return text;
    return written("sha256:%s:%zu", sha256(text).c_str(), text.size());
}

List<Text> listed(List<Text> texts) {
    constexpr std::size_t most = 100;
    if (texts.size() <= most) return texts;
    Text all;
    for (const Text &text : texts) all.add(all.empty() ? "" : "\n").add(text);
    Text stands = written("sha256:%s:%zu", sha256(all).c_str(), texts.size());
    texts.truncate(most);
    texts.push(static_cast<Text &&>(stands));
    return texts;
}

}  // namespace clamh
