// What a param's text means for each type of field. The worker does the converting; here only types are chosen.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "canonical.hpp"

namespace clamh {

struct Constant {  // of an enum; a list of them ends with a null name
    const char *name;
    long long value;
};

struct ParamType {
    const char *name;  // the protocol's: integer float boolean character string enum
    long long minimum;
    unsigned long long maximum;
    const Constant *constants;
};

bool convert_signed(long long &value, long long minimum, long long maximum, const char *text, std::size_t size);
bool convert_unsigned(unsigned long long &value, unsigned long long maximum, const char *text, std::size_t size);
bool convert_float(double &value, const char *text, std::size_t size);
bool convert_float(float &value, const char *text, std::size_t size);
bool convert_float(long double &value, const char *text, std::size_t size);
bool convert_bool(bool &value, const char *text, std::size_t size);
bool convert_character(unsigned long &value, unsigned long maximum, const char *text, std::size_t size);
bool convert_constant(long long &value, const Constant *constants, const char *text, std::size_t size);

template <class T, class = void>
struct takes_span : std::false_type {};  // std::string
template <class T>
struct takes_span<T, std::void_t<decltype(std::declval<T &>().assign(static_cast<const char *>(nullptr),
                                                                           std::size_t()))>> : std::true_type {};

template <class T>
inline constexpr bool textual = !std::is_scalar_v<T> && std::is_constructible_v<T, const char *, std::size_t>;

template <class T>
inline constexpr bool convertible = std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, const char *> ||
                                    textual<T>;

// The largest code point that a character type can hold alone: one byte of UTF-8 is ASCII.
template <class T>
inline constexpr unsigned long largest_character = sizeof(T) == 1 ? 0x7f : sizeof(T) == 2 ? 0xffff : 0x10ffff;

template <class T>
constexpr unsigned long long largest() {
    constexpr unsigned long long ones = ~0ULL >> (8 * (sizeof(unsigned long long) - sizeof(T)));
    return std::is_signed_v<T> ? ones >> 1 : ones;
}

template <class Tag, class T>
ParamType param_type() {
    if constexpr (std::is_same_v<T, bool>) {
        return {"boolean", 0, 1, nullptr};
    } else if constexpr (shape::character<T>) {
        return {"character", 0, largest_character<T>, nullptr};
    } else if constexpr (std::is_enum_v<T>) {
        return {"enum", 0, 0, Tag::template constants<T>()};
    } else if constexpr (std::is_integral_v<T>) {
        return {"integer", std::is_signed_v<T> ? -static_cast<long long>(largest<T>()) - 1 : 0, largest<T>(), nullptr};
    } else if constexpr (std::is_floating_point_v<T>) {
        return {"float", 0, 0, nullptr};
    } else {
        return {"string", 0, 0, nullptr};
    }
}

template <class Tag, class T>
bool convert(T &value, const char *text, std::size_t size) {
    if constexpr (std::is_same_v<T, bool>) {
        return convert_bool(value, text, size);
    } else if constexpr (shape::character<T>) {
        unsigned long point = 0;
        if (!convert_character(point, largest_character<T>, text, size)) return false;
        value = static_cast<T>(point);
        return true;
    } else if constexpr (std::is_enum_v<T>) {
        long long constant = 0;
        if (!convert_constant(constant, Tag::template constants<T>(), text, size)) return false;
        value = static_cast<T>(constant);
        return true;
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
        long long number = 0;
        constexpr long long maximum = static_cast<long long>(largest<T>());
        if (!convert_signed(number, -maximum - 1, maximum, text, size)) return false;
        value = static_cast<T>(number);
        return true;
    } else if constexpr (std::is_integral_v<T>) {
        unsigned long long number = 0;
        if (!convert_unsigned(number, largest<T>(), text, size)) return false;
        value = static_cast<T>(number);
        return true;
    } else if constexpr (std::is_floating_point_v<T>) {
        return convert_float(value, text, size);
    } else if constexpr (std::is_same_v<T, const char *>) {
        value = text;
        return true;
    } else if constexpr (takes_span<T>::value) {
        value.assign(text, size);
        return true;
    } else {
        value = T(text, size);
        return true;
    }
}

}  // namespace clamh
