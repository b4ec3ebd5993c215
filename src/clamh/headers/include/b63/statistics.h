/* The 99 % interval of paired differences: mean ± t(0.995, n − 1) · s / √n. Without libm, so that no program needs `-lm`. */
#ifndef B63_STATISTICS_H
#define B63_STATISTICS_H

#include "registration.h"

/* Student's t, quantile 0.995. Beyond the table the expansion of Fisher and Cornish, whose relative error is below 1e-6 there. */
B63_FUNCTION double b63_student(uint64_t freedom) {
    static const double table[] = {63.65674116, 9.924843201, 5.84090931,  4.604094871, 4.032142984, 3.707428021, 3.499483297,
                                   3.355387331, 3.249835542, 3.169272673, 3.105806516, 3.054539589, 3.012275839, 2.976842734,
                                   2.946712883, 2.920781622, 2.89823052,  2.878440473, 2.860934606, 2.84533971};
    const uint64_t entries = sizeof table / sizeof *table;
    const double inverse = 1.0 / (double)freedom;
    if (freedom <= entries) return table[freedom - 1];
    return 2.5758293035489004 +
           inverse * (4.9165475986190845 + inverse * (8.834762072162333 + inverse * (12.144295783090252 + inverse * 12.05482431431215)));
}

B63_FUNCTION void b63_add_pair(struct b63_score *score, double difference) {
    const double from_mean = difference - score->mean_difference;
    score->mean_difference += from_mean / (double)++score->pairs;
    score->squares += from_mean * (difference - score->mean_difference);
}

/* Whether the interval excludes zero. Squares on both sides: |mean| > t · √(squares ÷ (n − 1) ÷ n). */
B63_FUNCTION int b63_differs(const struct b63_score *score) {
    if (score->pairs < 2) return 0;
    const double pairs = (double)score->pairs, quantile = b63_student(score->pairs - 1);
    return score->mean_difference * score->mean_difference * pairs * (pairs - 1) > quantile * quantile * score->squares;
}

#endif
