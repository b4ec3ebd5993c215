// Lines in and events out: tab-separated percent-encoded fields, and JSON.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace clamh {

constexpr std::size_t longest_line = 1 << 20;
// Two arrays of this many 20-digit numbers stay below both bounds of a line: 1 MiB and 65,536 numbers.
constexpr std::size_t numbers_in_part = 16384;

using Fields = std::vector<std::string>;

// The fields of one line (without its newline); false when an escape is malformed.
bool decode(const std::string &line, Fields &fields);

// One JSON object under construction; close() ends it with a newline.
class Event {
public:
    explicit Event(const char *name);
    Event &text(const char *key, const std::string &value);
    Event &number(const char *key, long long value);
    Event &boolean(const char *key, bool value);
    Event &raw(const char *key, const std::string &json);
    std::string close();

private:
    std::string line;
};

std::string quoted(const std::string &text);
std::string array(const long long *numbers, std::size_t count);
std::string array(const std::vector<std::string> &texts);

// The two pipes to the driver. Reading gives false at the end; writing ends the process when the driver is gone.
struct Channel {
    int in, out;
    std::string pending;
    enum class Read { line, too_long, end };
    Read read(std::string &line);
    void write(const std::string &line) const;
};

// Writes all of it; false when nobody reads any more. Never raises SIGPIPE, and leaves its handling to the benchmark.
bool write_all(int descriptor, const char *bytes, std::size_t size);

}  // namespace clamh
