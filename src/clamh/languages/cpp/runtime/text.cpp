#include "text.hpp"

#include <cstdio>
#include <cstring>

namespace clamh {

// None of this is inline: what is small at each of its many uses is what makes the worker quick to compile.
Text::Text(const char *words) { add(words); }
Text::Text(const char *from, std::size_t size) { add(from, size); }
Text::Text(const Text &other) : Text(other.bytes, other.length) {}
Text::Text(Text &&other) noexcept { *this = static_cast<Text &&>(other); }
Text::~Text() { delete[] bytes; }
Text &Text::operator=(const Text &other) { return *this = Text(other); }

Text &Text::operator=(Text &&other) noexcept {
    if (this == &other) return *this;
    delete[] bytes;
    bytes = other.bytes, length = other.length, room = other.room;
    other.bytes = nullptr, other.length = other.room = 0;
    return *this;
}

Text &Text::add(char byte) { return add(&byte, 1); }
Text &Text::add(const char *words) { return add(words, std::strlen(words)); }

Text &Text::add(const char *from, std::size_t size) {
    if (size == 0) return *this;
    if (length + size >= room) {
        const std::size_t larger = 2 * (length + size) + 16;
        char *moved = new char[larger];
        if (length > 0) std::memcpy(moved, bytes, length);
        std::memcpy(moved + length, from, size);  // before the old bytes go: they may be what is added
        delete[] bytes;
        bytes = moved, room = larger;
    } else {
        std::memcpy(bytes + length, from, size);
    }
    length += size;
    bytes[length] = '\0';
    return *this;
}

void Text::remove_front(std::size_t size) {
    if (size == 0) return;
    length -= size;
    std::memmove(bytes, bytes + size, length + 1);
}

bool operator==(const Text &text, const char *words) { 
    return text.size() == std::strlen(words) && std::memcmp(text.c_str(), words, text.size()) == 0;
}

bool operator==(const Text &text, const Text &other) {
    return text.size() == other.size() && std::memcmp(text.c_str(), other.c_str(), text.size()) == 0;
}

Text written_list(const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int size = std::vsnprintf(nullptr, 0, format, again);
    va_end(again);
    Text text;
    if (size <= 0) return text;
    char *bytes = new char[static_cast<std::size_t>(size) + 1];
    std::vsnprintf(bytes, static_cast<std::size_t>(size) + 1, format, arguments);
    text.add(bytes, static_cast<std::size_t>(size));
    delete[] bytes;
    return text;
}

Text written(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    Text text = written_list(format, arguments);
    va_end(arguments);
    return text;
}

}  // namespace clamh
