// Lines in and events out: tab-separated percent-encoded fields, and JSON.
#pragma once

#include <cstddef>

#include "list.hpp"
#include "text.hpp"

namespace clamh {

constexpr std::size_t longest_line = 1 << 20;
// Two arrays of this many 20-digit numbers stay below both bounds of a line: 1 MiB and 65,536 numbers.
constexpr std::size_t numbers_in_part = 16384;

using Fields = List<Text>;

// The fields of one line (without its newline); false when an escape is malformed.
bool decode(const Text &line, Fields &fields);

// A JSON string of these bytes; those that are no UTF-8 as \udcXX.
void quote(Text &out, const char *bytes, std::size_t size);

// One event under construction: each call adds a member to the innermost object, or without a key an element to the
// innermost array.
class Event {
public:
    explicit Event(const char *name);
    Event &text(const char *key, const char *value);
    Event &text(const char *key, const Text &value);
    Event &text(const char *key, const char *bytes, std::size_t size);
    Event &number(const char *key, long long value);
    Event &natural(const char *key, unsigned long long value);
    Event &real(const char *key, double value);  // without a point where it is whole
    Event &numbers(const char *key, const long long *values, std::size_t count);
    Event &boolean(const char *key, bool value);
    Event &raw(const char *key, const char *json);
    Event &begin(const char *key, char bracket);
    Event &end(char bracket);
    const Text &close();  // the whole line

private:
    void name(const char *key);
    Text line;
};

// The part of an answer that the next line holds: while (part.next()) …
struct Part {
    std::size_t total;
    std::size_t from = 0, size = 0;
    long long index = -1;
    bool last = false;

    bool next();
};

// The two pipes to the driver. Reading gives `end` when the driver is gone; writing then ends the process.
struct Channel {
    int in, out;
    Text pending;
    enum class Read { line, too_long, end };
    Read read(Text &line);
    void write(const Text &line) const;
};

// Writes all of it; false when nobody reads any more. Never raises SIGPIPE, and leaves its handling to the benchmark.
bool write_all(int descriptor, const char *bytes, std::size_t size);

}  // namespace clamh
