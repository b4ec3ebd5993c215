// What a param's canonical text means for each type of field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "canonical.hpp"

namespace clamh {

struct Constant {  // of an enum; a list of them ends with a null name
    const char *name;
    long long value;
};

// In opening.cpp. They throw a text where the value does not fit, which only the language knows.
long long parse_signed(const char *text);
unsigned long long parse_unsigned(const char *text);
float parse_float(const char *text, float);
double parse_float(const char *text, double);
long double parse_float(const char *text, long double);
unsigned long parse_character(const char *text, std::size_t size, unsigned long largest);
long long parse_constant(const char *text, const Constant *constants);

template <class T>
inline constexpr bool textual = !std::is_scalar_v<T> && std::is_constructible_v<T, const char *, std::size_t>;

template <class T>
inline constexpr bool convertible = std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, const char *> || textual<T>;

// The largest code point that a character type can hold alone: one byte of UTF-8 is ASCII.
template <class T>
inline constexpr unsigned long largest_character = sizeof(T) == 1 ? 0x7f : sizeof(T) == 2 ? 0xffff : 0x10ffff;

template <class T>
constexpr const char *type_name() {
    return std::is_same_v<T, bool> ? "boolean" : shape::character<T> ? "character" : std::is_enum_v<T> ? "enum"
           : std::is_integral_v<T> ? "integer" : std::is_floating_point_v<T> ? "float" : "string";
}

template <class T>
constexpr std::uint64_t largest() {
    if constexpr (std::is_integral_v<T>) {
        constexpr std::uint64_t ones = ~std::uint64_t(0) >> (8 * (sizeof(std::uint64_t) - sizeof(T)));
        return std::is_signed_v<T> ? ones >> 1 : ones;
    } else {
        return 0;
    }
}

template <class T>
constexpr std::int64_t least() {
    return std::is_signed_v<T> && std::is_integral_v<T> ? -static_cast<std::int64_t>(largest<T>()) - 1 : 0;
}

template <class Tag, class T>
T convert(const char *text, std::size_t size) {
    if constexpr (std::is_same_v<T, bool>) {
        return text[0] == 't';
    } else if constexpr (shape::character<T>) {
        return static_cast<T>(parse_character(text, size, largest_character<T>));
    } else if constexpr (std::is_enum_v<T>) {
        return static_cast<T>(parse_constant(text, Tag::template constants<T>()));
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
        return static_cast<T>(parse_signed(text));
    } else if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(parse_unsigned(text));
    } else if constexpr (std::is_floating_point_v<T>) {
        return parse_float(text, T());
    } else if constexpr (std::is_same_v<T, const char *>) {
        return text;
    } else {
        return T(text, size);
    }
}

}  // namespace clamh
