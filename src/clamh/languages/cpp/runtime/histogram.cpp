#include "histogram.hpp"

namespace clamh {

namespace {

// Where the cell of a value begins when 2^halved buckets to each power of two are one; beyond that powers of two are joined.
unsigned long long cell(unsigned long long value, int halved) {
    if (value < 2) return value;
    const int octave = 63 - __builtin_clzll(value);
    const int kept = Histogram::precision - halved;
    if (kept < 0) return 1ULL << (octave - octave % (1 - kept));
    const int shift = octave > kept ? octave - kept : 0;
    return value >> shift << shift;
}

}  // namespace

std::size_t Histogram::cells(int halved) const {
    std::size_t found = 0;
    unsigned long long last = 0;
    for (std::size_t at = 0; at < counts.size(); ++at) {
        if (counts[at] == 0) continue;
        const unsigned long long begin = cell(value(at), halved);
        found += found == 0 || begin != last;
        last = begin;
    }
    return found;
}

List<long long> Histogram::pairs(std::size_t most) const {
    int halved = 0;
    while (halved < 64 && cells(halved) > most) ++halved;
    List<long long> found;
    std::size_t buckets = 0;  // of the cell that is being filled
    unsigned long long begin = 0, least = 0;
    double weight = 0, sum = 0;
    const auto close = [&] {
        if (buckets == 0) return;
        found.push(static_cast<long long>(buckets == 1 ? least : static_cast<unsigned long long>(sum / weight)));
        found.push(static_cast<long long>(weight));
        buckets = 0, weight = sum = 0;
    };
    for (std::size_t at = 0; at < counts.size(); ++at) {
        if (counts[at] == 0) continue;
        if (cell(value(at), halved) != begin) close();
        begin = cell(value(at), halved), least = value(at), ++buckets;
        weight += static_cast<double>(counts[at]);
        sum += static_cast<double>(counts[at]) * static_cast<double>(least);
    }
    close();
    return found;
}

}  // namespace clamh
