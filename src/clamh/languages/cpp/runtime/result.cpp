#include "result.hpp"

#include <cmath>
#include <cstdio>

namespace clamh {

namespace {

constexpr double half_turn = 3.14159265358979323846;
constexpr double confidence = 0.999;
constexpr std::size_t most_freedom = 9999;  // with more, Student's t changes by less than 0.03 %

// The share of Student's t within tan(angle) * sqrt(freedom) of 0 (Abramowitz and Stegun, 26.7.3 and 26.7.4).
double share_within(double angle, std::size_t freedom) {
    const bool odd = freedom % 2 == 1;
    const double cosine = std::cos(angle);
    double term = odd ? cosine : 1, sum = 0;
    for (std::size_t at = odd; at + 2 <= freedom; at += 2) {
        sum += term;
        term *= static_cast<double>(at + 1) / static_cast<double>(at + 2) * cosine * cosine;
    }
    sum *= std::sin(angle);
    return odd ? (angle + sum) * 2 / half_turn : sum;
}

double students_t(std::size_t freedom) {
    if (freedom > most_freedom) freedom = most_freedom;
    double low = 0, high = half_turn / 2;
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        (share_within(middle, freedom) < confidence ? low : high) = middle;
    }
    return std::tan(low) * std::sqrt(static_cast<double>(freedom));
}

}  // namespace

void say_result(const char *benchmark, const List<double> &scores, const char *unit) {
    const std::size_t count = scores.size();
    double low = scores[0], high = scores[0], mean = 0, squares = 0;
    for (const double score : scores) {
        low = score < low ? score : low;
        high = score > high ? score : high;
        mean += score / static_cast<double>(count);
    }
    for (const double score : scores) squares += (score - mean) * (score - mean);
    const double deviation = count > 1 ? std::sqrt(squares / static_cast<double>(count - 1)) : 0;
    std::printf("\nResult for %s:\n  %g", benchmark, mean);
    // JMH gives no error of one or two values.
    if (count > 2) std::printf(" \xC2\xB1(99.9%%) %g", students_t(count - 1) * deviation / std::sqrt(static_cast<double>(count)));
    std::printf(" %s\n  (min, avg, max) = (%g, %g, %g)", unit, low, mean, high);
    if (count > 1) std::printf(", stdev = %g", deviation);
    std::printf("\n");
}

}  // namespace clamh
