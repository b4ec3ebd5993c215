// Canonical values (protocol/README.md): one text per value, equal in every language exactly when the values are.
//
// Types are told apart by what they can do, never by name, so that no library header is needed here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "../../../native/clamh_abi.h"

namespace clamh {

using Text = ::clamh_text;

template <class T>
using Bare = std::remove_cv_t<std::remove_reference_t<T>>;

template <std::size_t Size>
void canonical_word(Text &text, const char (&word)[Size]) {
    clamh_add(&text, word, Size - 1);
}
inline void canonical_string(Text &text, const char *bytes, std::size_t size) {
    canonical_word(text, "s:");
    clamh_add(&text, bytes, size);
}
void canonical_code_point(Text &text, unsigned long value);  // its bytes in UTF-8; in canonical.cpp
__extension__ typedef __int128 Integer128;  // which the standard library may not call an integer
__extension__ typedef unsigned __int128 Natural128;
inline void canonical_digits(Text &text, Natural128 magnitude) {
    if (magnitude > 9) canonical_digits(text, magnitude / 10);
    const char digit = static_cast<char>('0' + static_cast<int>(magnitude % 10));
    clamh_add(&text, &digit, 1);
}

namespace shape {  // what a type can do

template <class T, class Use>
constexpr bool can(Use) {
    return std::is_invocable_v<Use, const T &>;
}

template <class T>
inline constexpr bool contiguous =
    can<T>([](auto &value) -> decltype(*value.data(), static_cast<std::size_t>(value.size()), void()) {});

// Not one that is an element of itself (a file system path): that would never end.
template <class T>
inline constexpr bool range =
    can<T>([](auto &value) -> std::enable_if_t<!std::is_same_v<Bare<decltype(*value.begin())>, T>, decltype(value.begin() != value.end(), void())> {});

template <class T>
inline constexpr bool pair = can<T>([](auto &value) -> decltype(value.first, value.second, void()) {});

template <class T>
inline constexpr bool optional = can<T>([](auto &value) -> decltype(value.has_value(), *value, void()) {});

template <class T>
inline constexpr bool byte_like = std::is_same_v<T, unsigned char> || std::is_same_v<T, signed char> || std::is_same_v<T, std::byte>;

template <class T>
inline constexpr bool character =
#if defined(__cpp_char8_t)
    std::is_same_v<T, char8_t> ||
#endif
    std::is_same_v<T, char> || std::is_same_v<T, wchar_t> || std::is_same_v<T, char16_t> ||
    std::is_same_v<T, char32_t>;

}  // namespace shape

template <class T>
void canonical(Text &text, const T &value);

template <class First, class Last>
void canonical_elements(Text &text, First first, Last last) {
    canonical_word(text, "[");
    bool comma = false;
    for (; first != last; ++first, comma = true) {
        if (comma) canonical_word(text, ",");
        canonical(text, *first);
    }
    canonical_word(text, "]");
}

template <class T>
void canonical_span(Text &text, const T *data, std::size_t size) {
    if constexpr (shape::character<T> && sizeof(T) == 1) {  // char, and char8_t: UTF-8 already
        canonical_string(text, static_cast<const char *>(static_cast<const void *>(data)), size);
    } else if constexpr (shape::character<T>) {
        canonical_word(text, "s:");
        for (const T *const end = data + size; data != end; ++data) {
            auto value = static_cast<unsigned long>(*data);
            const bool first_of_two = sizeof(T) == 2 && value >> 10 == 0x36 && data + 1 != end;  // a surrogate
            const unsigned long second = first_of_two ? static_cast<unsigned long>(data[1]) : 0;
            if (second >> 10 == 0x37) value = 0x10000 + ((value & 0x3ff) << 10 | (second & 0x3ff)), ++data;
            canonical_code_point(text, value);
        }
    } else if constexpr (shape::byte_like<T>) {
        clamh_add_bytes(&text, data, size);
    } else {
        canonical_elements(text, data, data + size);
    }
}

template <class T>
void canonical(Text &text, const T &value) {
    using Plain = std::remove_cv_t<T>;
    if constexpr (std::is_same_v<Plain, bool>) {
        value ? canonical_word(text, "b:true") : canonical_word(text, "b:false");
    } else if constexpr (std::is_same_v<Plain, char>) {
        const char byte = value;
        canonical_string(text, &byte, 1);
    } else if constexpr (shape::character<Plain>) {
        canonical_word(text, "s:");
        canonical_code_point(text, static_cast<unsigned long>(value));
    } else if constexpr (std::is_enum_v<Plain>) {
        canonical(text, static_cast<std::underlying_type_t<Plain>>(value));
    } else if constexpr (std::is_integral_v<Plain> || std::is_same_v<Plain, Integer128> || std::is_same_v<Plain, Natural128>) {
        const bool negative = value < Plain{1} && value != Plain{0};  // no warning that a natural number is never below 0
        negative ? canonical_word(text, "i:-") : canonical_word(text, "i:");
        canonical_digits(text, negative ? -static_cast<Natural128>(value) : static_cast<Natural128>(value));
    } else if constexpr (std::is_floating_point_v<Plain>) {
        clamh_add_float(&text, static_cast<double>(value));
    } else if constexpr (std::is_same_v<Plain, std::nullptr_t>) {
        canonical_word(text, "null");
    } else if constexpr (std::is_same_v<Plain, const char *>) {
        value == nullptr ? canonical_word(text, "null") : canonical_string(text, value, __builtin_strlen(value));
    } else if constexpr (std::is_pointer_v<Plain>) {
        value == nullptr ? canonical_word(text, "null") : canonical_word(text, "object");
    } else if constexpr (std::is_array_v<T> && shape::character<std::remove_cv_t<std::remove_extent_t<T>>>) {
        std::size_t size = 0;
        while (size < std::extent_v<T> && value[size] != 0) ++size;  // of a literal: up to its closing zero
        canonical_span(text, value, size);
    } else if constexpr (std::is_array_v<T>) {
        canonical_span(text, value, std::extent_v<T>);
    } else if constexpr (shape::contiguous<T>) {
        canonical_span(text, value.data(), static_cast<std::size_t>(value.size()));
    } else if constexpr (shape::range<T>) {
        canonical_elements(text, value.begin(), value.end());
    } else if constexpr (shape::pair<T>) {
        canonical_word(text, "[");
        canonical(text, value.first);
        canonical_word(text, ",");
        canonical(text, value.second);
        canonical_word(text, "]");
    } else if constexpr (shape::optional<T>) {
        value.has_value() ? canonical(text, *value) : canonical_word(text, "null");
    } else {
        canonical_word(text, "object");
    }
}

}  // namespace clamh
