// Bytes that grow: the worker's only string. With list.hpp it stands for the library's, whose headers alone would cost
// more compile time than the whole worker.
#pragma once

#include <cstdarg>
#include <cstddef>

namespace clamh {

struct Text {
    Text() = default;
    Text(const char *words);  // up to its zero byte
    Text(const char *from, std::size_t size);
    Text(const Text &other);
    Text(Text &&other) noexcept;
    Text &operator=(Text &&other) noexcept;
    Text &operator=(const Text &other);
    ~Text();

    std::size_t size() const { return length; }
    bool empty() const { return length == 0; }
    const char *c_str() const { return bytes != nullptr ? bytes : ""; }  // a zero byte follows the last one
    char &operator[](std::size_t at) { return bytes[at]; }
    char operator[](std::size_t at) const { return bytes[at]; }

    Text &add(char byte);
    Text &add(const char *words);
    Text &add(const Text &other) { return add(other.bytes, other.length); }
    Text &add(const char *from, std::size_t size);
    void clear() { remove_front(length); }
    void remove_front(std::size_t size);

private:
    char *bytes = nullptr;
    std::size_t length = 0, room = 0;
};

bool operator==(const Text &text, const char *words);
bool operator==(const Text &text, const Text &other);

// As printf writes it.
Text written(const char *format, ...) __attribute__((format(printf, 1, 2)));
Text written_list(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));

}  // namespace clamh
