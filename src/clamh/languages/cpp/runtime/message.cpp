#include "message.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include <pthread.h>
#include <unistd.h>

namespace clamh {

static int hexadecimal(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

bool decode(const Text &line, Fields &fields) {
    fields.clear();
    fields.push("");
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\t') {
            fields.push("");
        } else if (line[at] != '%') {
            fields.back().add(line[at]);
        } else {
            const int high = at + 2 < line.size() ? hexadecimal(line[at + 1]) : -1;
            const int low = at + 2 < line.size() ? hexadecimal(line[at + 2]) : -1;
            if (high < 0 || low < 0) return false;
            fields.back().add(static_cast<char>(high * 16 + low));
            at += 2;
        }
    }
    return true;
}

// Whether the byte at `at` is one that continues a UTF-8 sequence, within these bounds.
static bool follows(const unsigned char *bytes, std::size_t size, std::size_t at, unsigned low = 0x80, unsigned high = 0xbf) {
    return at < size && bytes[at] >= low && bytes[at] <= high;
}

// The length of the well-formed UTF-8 sequence that the bytes begin with, or 0 (Unicode 15, table 3-7).
static std::size_t sequence(const unsigned char *bytes, std::size_t size) {
    const unsigned lead = bytes[0];
    if (lead < 0x80) return 1;
    if (lead >= 0xc2 && lead <= 0xdf) return follows(bytes, size, 1) ? 2 : 0;
    if (lead >= 0xe0 && lead <= 0xef) {
        const bool second = follows(bytes, size, 1, lead == 0xe0 ? 0xa0 : 0x80, lead == 0xed ? 0x9f : 0xbf);
        return second && follows(bytes, size, 2) ? 3 : 0;
    }
    if (lead >= 0xf0 && lead <= 0xf4) {
        const bool second = follows(bytes, size, 1, lead == 0xf0 ? 0x90 : 0x80, lead == 0xf4 ? 0x8f : 0xbf);
        return second && follows(bytes, size, 2) && follows(bytes, size, 3) ? 4 : 0;
    }
    return 0;
}

void quote(Text &out, const char *bytes, std::size_t size) {
    out.add('"');
    char escape[8];
    for (std::size_t at = 0; at < size;) {
        const std::size_t length = sequence(reinterpret_cast<const unsigned char *>(bytes) + at, size - at);
        const unsigned byte = static_cast<unsigned char>(bytes[at]);
        if (length == 0) {
            std::snprintf(escape, sizeof escape, "\\udc%02x", byte);
            out.add(escape);
        } else if (byte == '"' || byte == '\\') {
            out.add('\\').add(bytes[at]);
        } else if (byte < 0x20 || byte == 0x7f) {
            std::snprintf(escape, sizeof escape, "\\u%04x", byte);
            out.add(escape);
        } else {
            out.add(bytes + at, length);
        }
        at += length == 0 ? 1 : length;
    }
    out.add('"');
}

static void add_number(Text &out, unsigned long long magnitude, bool negative) {
    char digits[24];
    char *const end = digits + sizeof digits, *first = end;
    do *--first = static_cast<char>('0' + magnitude % 10);
    while ((magnitude /= 10) > 0);
    if (negative) *--first = '-';
    out.add(first, static_cast<std::size_t>(end - first));
}

static void add_number(Text &out, long long value) {
    const unsigned long long bits = static_cast<unsigned long long>(value);
    add_number(out, value < 0 ? 0 - bits : bits, value < 0);
}

Event::Event(const char *name) {
    line.add('{');
    text("event", name);
}

void Event::name(const char *key) {
    const char last = line[line.size() - 1];
    if (last != '{' && last != '[') line.add(',');
    if (key == nullptr) return;
    quote(line, key, std::strlen(key));
    line.add(':');
}

Event &Event::text(const char *key, const char *bytes, std::size_t size) {
    name(key);
    quote(line, bytes, size);
    return *this;
}

Event &Event::text(const char *key, const char *value) { return text(key, value, std::strlen(value)); }
Event &Event::text(const char *key, const Text &value) { return text(key, value.c_str(), value.size()); }

Event &Event::number(const char *key, long long value) {
    name(key);
    add_number(line, value);
    return *this;
}

Event &Event::natural(const char *key, unsigned long long value) {
    name(key);
    add_number(line, value, false);
    return *this;
}

Event &Event::real(const char *key, double value) {
    if (value > -1e15 && value < 1e15 && value == static_cast<double>(static_cast<long long>(value))) {
        return number(key, static_cast<long long>(value));
    }
    return raw(key, written("%.17g", value).c_str());
}

Event &Event::numbers(const char *key, const long long *values, std::size_t count) {
    begin(key, '[');
    for (std::size_t at = 0; at < count; ++at) number(nullptr, values[at]);
    return end(']');
}

Event &Event::raw(const char *key, const char *json) {
    name(key);
    line.add(json);
    return *this;
}

Event &Event::boolean(const char *key, bool value) { return raw(key, value ? "true" : "false"); }

Event &Event::begin(const char *key, char bracket) {
    name(key);
    line.add(bracket);
    return *this;
}

Event &Event::end(char bracket) {
    line.add(bracket);
    return *this;
}

const Text &Event::close() { return line.add("}\n"); }

bool Part::next() {
    if (last) return false;
    from += size;
    size = total - from < numbers_in_part ? total - from : numbers_in_part;
    last = from + size == total;
    ++index;
    return true;
}

Channel::Read Channel::read(Text &line) {
    std::size_t searched = 0;
    bool too_long = false;
    for (;;) {
        const char *const start = pending.c_str();
        const void *const found = std::memchr(start + searched, '\n', pending.size() - searched);
        if (found != nullptr) {
            const std::size_t end = static_cast<std::size_t>(static_cast<const char *>(found) - start);
            too_long = too_long || end >= longest_line;
            line = Text(start, too_long ? 0 : end);
            pending.remove_front(end + 1);
            return too_long ? Read::too_long : Read::line;
        }
        if (pending.size() >= longest_line) {
            too_long = true;
            pending.clear();
        }
        searched = pending.size();
        char bytes[4096];
        const ssize_t got = ::read(in, bytes, sizeof bytes);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return Read::end;
        pending.add(bytes, static_cast<std::size_t>(got));
    }
}

void Channel::write(const Text &line) const {
    if (write_all(out, line.c_str(), line.size())) return;
    std::fflush(nullptr);
    _exit(0);
}

bool write_all(int descriptor, const char *bytes, std::size_t size) {
    sigset_t pipe, before, waiting;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&waiting);
    const bool was_pending = sigismember(&waiting, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    bool written = true;
    while (size > 0) {
        const ssize_t done = ::write(descriptor, bytes, size);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) {
            written = false;
            // Take back the signal that our write raised; a benchmark that ignores SIGPIPE has none pending.
            sigpending(&waiting);
            int taken = 0;
            if (!was_pending && sigismember(&waiting, SIGPIPE) == 1) sigwait(&pipe, &taken);
            break;
        }
        bytes += done;
        size -= static_cast<std::size_t>(done);
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return written;
}

}  // namespace clamh
