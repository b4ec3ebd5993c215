#include "histogram.hpp"

namespace clamh {

List<long long> Histogram::pairs(std::size_t pairs) const {
    List<long long> found;
    std::size_t used = 0;
    for (const unsigned long long count : counts) used += count > 0;
    const std::size_t joined = used / pairs + (used % pairs > 0);  // how many buckets become one
    std::size_t taken = 0;
    double weight = 0, sum = 0;
    for (std::size_t at = 0; at < counts.size(); ++at) {
        if (counts[at] == 0) continue;
        weight += static_cast<double>(counts[at]);
        sum += static_cast<double>(counts[at]) * static_cast<double>(value(at));
        if (joined == 1) {
            found.push(static_cast<long long>(value(at)));
            found.push(static_cast<long long>(counts[at]));
        } else if (++taken % joined == 0 || taken == used) {
            found.push(static_cast<long long>(sum / weight));
            found.push(static_cast<long long>(weight));
            weight = sum = 0;
        }
    }
    return found;
}

}  // namespace clamh
