#include "message.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>

#include <pthread.h>
#include <unistd.h>

namespace clamh {

static int hexadecimal(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

bool decode(const std::string &line, Fields &fields) {
    fields.assign(1, "");
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\t') {
            fields.emplace_back();
        } else if (line[at] != '%') {
            fields.back() += line[at];
        } else {
            const int high = at + 2 < line.size() ? hexadecimal(line[at + 1]) : -1;
            const int low = at + 2 < line.size() ? hexadecimal(line[at + 2]) : -1;
            if (high < 0 || low < 0) return false;
            fields.back() += static_cast<char>(high * 16 + low);
            at += 2;
        }
    }
    return true;
}

// The length of the well-formed UTF-8 sequence at `at`, or 0 (Unicode 15, table 3-7).
static std::size_t sequence(const std::string &text, std::size_t at) {
    const auto byte = [&](std::size_t offset) -> unsigned {
        return at + offset < text.size() ? static_cast<unsigned char>(text[at + offset]) : 0;
    };
    const auto follows = [&](std::size_t offset, unsigned low = 0x80, unsigned high = 0xbf) {
        return byte(offset) >= low && byte(offset) <= high;
    };
    const unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead >= 0xc2 && lead <= 0xdf) return follows(1) ? 2 : 0;
    if (lead >= 0xe0 && lead <= 0xef) {
        return follows(1, lead == 0xe0 ? 0xa0 : 0x80, lead == 0xed ? 0x9f : 0xbf) && follows(2) ? 3 : 0;
    }
    if (lead >= 0xf0 && lead <= 0xf4) {
        return follows(1, lead == 0xf0 ? 0x90 : 0x80, lead == 0xf4 ? 0x8f : 0xbf) && follows(2) && follows(3) ? 4 : 0;
    }
    return 0;
}

std::string quoted(const std::string &text) {
    std::string out = "\"";
    char escape[8];
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = sequence(text, at);
        const unsigned byte = static_cast<unsigned char>(text[at]);
        if (length == 0) {
            std::snprintf(escape, sizeof escape, "\\udc%02x", byte);
            out += escape;
        } else if (byte == '"' || byte == '\\') {
            out += '\\';
            out += text[at];
        } else if (byte < 0x20 || byte == 0x7f) {
            std::snprintf(escape, sizeof escape, "\\u%04x", byte);
            out += escape;
        } else {
            out.append(text, at, length);
        }
        at += length == 0 ? 1 : length;
    }
    return out + '"';
}

std::string array(const long long *numbers, std::size_t count) {
    std::string out = "[";
    for (std::size_t at = 0; at < count; ++at) {
        if (at > 0) out += ',';
        out += std::to_string(numbers[at]);
    }
    return out + ']';
}

std::string array(const std::vector<std::string> &texts) {
    std::string out = "[";
    for (std::size_t at = 0; at < texts.size(); ++at) {
        if (at > 0) out += ',';
        out += quoted(texts[at]);
    }
    return out + ']';
}

Event::Event(const char *name) : line("{\"event\":" + quoted(name)) {}

Event &Event::raw(const char *key, const std::string &json) {
    line += ",\"";
    line += key;
    line += "\":" + json;
    return *this;
}

Event &Event::text(const char *key, const std::string &value) { return raw(key, quoted(value)); }
Event &Event::number(const char *key, long long value) { return raw(key, std::to_string(value)); }
Event &Event::boolean(const char *key, bool value) { return raw(key, value ? "true" : "false"); }
std::string Event::close() { return line + "}\n"; }

Channel::Read Channel::read(std::string &line) {
    std::size_t searched = 0;
    bool too_long = false;
    for (;;) {
        const std::size_t end = pending.find('\n', searched);
        if (end != std::string::npos) {
            too_long = too_long || end >= longest_line;
            line.assign(pending, 0, too_long ? 0 : end);
            pending.erase(0, end + 1);
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
        pending.append(bytes, static_cast<std::size_t>(got));
    }
}

void Channel::write(const std::string &line) const {
    if (write_all(out, line.data(), line.size())) return;
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
