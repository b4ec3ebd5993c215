// A thousand values of one method of Random, as a text; with C++11, so that a source outside CLAMH can use it too.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

// `call` is written as in tests/golden/random/values.json: a method with its bound, or with its number of bytes.
template <class Generator>
std::string one_of(const std::string &call, Generator &random) {
    const std::string method = call.substr(0, call.find('(')), bound = call.substr(method.size() + 1, call.size() - method.size() - 2);
    if (method == "nextLong") return std::to_string(bound.empty() ? random.nextLong() : random.nextLong(std::stoll(bound)));
    if (method == "nextInt") return std::to_string(bound.empty() ? random.nextInt() : random.nextInt(std::stoi(bound)));
    if (method == "nextBoolean") return random.nextBoolean() ? "true" : "false";
    char text[32] = "";
    if (method == "nextDouble") {
        const double value = random.nextDouble();
        std::uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(bits));
    } else if (method == "nextFloat") {
        const float value = random.nextFloat();
        std::uint32_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        std::snprintf(text, sizeof text, "%lx", static_cast<unsigned long>(bits));
    } else if (call == "nextBytes(13)") {
        unsigned char bytes[13];
        random.nextBytes(bytes);
        for (int at = 0; at < 13; ++at) std::snprintf(text + 2 * at, 3, "%02x", static_cast<unsigned>(bytes[at]));
    } else {
        throw std::invalid_argument(call);
    }
    return text;
}

template <class Generator>
std::string thousand(const std::string &call, Generator &random) {
    std::string all = one_of(call, random);
    for (int at = 1; at < 1000; ++at) all += " " + one_of(call, random);
    return all;
}
