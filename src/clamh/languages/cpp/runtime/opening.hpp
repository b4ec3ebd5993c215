// What a param's canonical text means for each type of field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../c_family/runtime/opening.h"
#include "canonical.hpp"

namespace clamh {

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

[[noreturn]] void refuse_value();  // throws, in main.cpp, as the user's code may be compiled without exceptions

// What a function of opening.h reads from the text.
template <class Value, class... Text>
Value parse(int (*parser)(Value *, Text...), Text... text) {
    Value value{};
    if (parser(&value, text...) != 0) refuse_value();
    return value;
}

template <class Tag, class T, class = void>
inline constexpr bool has_constants = false;  // whether the wrapper knows the constants of this enum
template <class Tag, class T>
inline constexpr bool has_constants<Tag, T, std::void_t<decltype(Tag::template constants<T>())>> = true;

template <class Tag, class T>
T convert(const char *text, std::size_t size) {
    if constexpr (std::is_same_v<T, bool>) {
        return parse(&clamh_parse_boolean, text, size) != 0;
    } else if constexpr (shape::character<T>) {
        const unsigned long value = parse(&clamh_parse_code_point, text, size);
        if (value > largest_character<T>) refuse_value();
        return static_cast<T>(value);
    } else if constexpr (std::is_enum_v<T>) {
        if constexpr (has_constants<Tag, T>) return static_cast<T>(parse(&clamh_parse_constant, text, Tag::template constants<T>()));
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
        return static_cast<T>(parse(&clamh_parse_signed, text, size));
    } else if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(parse(&clamh_parse_unsigned, text, size));
    } else if constexpr (std::is_same_v<T, float>) {
        return parse(&clamh_parse_float, text, size);
    } else if constexpr (std::is_same_v<T, double>) {
        return parse(&clamh_parse_double, text, size);
    } else if constexpr (std::is_floating_point_v<T>) {
        return static_cast<T>(parse(&clamh_parse_long_double, text, size));
    } else if constexpr (std::is_same_v<T, const char *>) {
        return text;
    } else {
        return T(text, size);
    }
}

}  // namespace clamh
