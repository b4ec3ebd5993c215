#include "score.h"

static const struct {
    const char *name;
    int64_t ns;
} units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}, {"m", INT64_C(60000000000)}, {"min", INT64_C(60000000000)},
             {"h", INT64_C(3600000000000)}, {"d", INT64_C(86400000000000)}};

int64_t unit_ns(const char *name) {
    for (size_t at = 0; at < sizeof units / sizeof *units; ++at) {
        if (strcmp(units[at].name, name) == 0) return units[at].ns;
    }
    return 0;
}

static double operations_of(const struct thread *thread) {
    const struct open_case *const open = thread->open;
    if (thread->takes[CLAMH_OPERATIONS]) return (double)thread->result.operations;
    return (double)thread->result.invocations * (double)open->opening.operations_per_invocation / (double)batch_size(open);
}

static double net_ns(const struct result *result) {
    return fmax(0, (double)result->timed.elapsed_ns - (double)result->timings * interval_cost_ns);
}

static bool runs(const struct thread *thread, int function) { return function < 0 || thread->dealt.function == function; }

/* As JMH: throughputs add up, times per operation are averaged over threads, samples are pooled; wall time is the longest thread's over what
 * all did. Threads with nothing timed count for nothing. */
double score(const struct open_case *open, int function) {
    const double unit = (double)unit_ns(open->opening.time_unit);
    const enum mode mode = open->opening.mode;
    double sum = 0, time = 0, longest = 0, operations = 0;
    int count = 0;
    for (int at = 0; at < open->opening.threads; ++at) {
        const struct thread *const thread = open->threads[at];
        const double own = operations_of(thread), net = net_ns(&thread->result) / unit;
        if (!runs(thread, function) || !(own > 0)) continue;
        sum += mode == THRPT ? own / net : net / own;
        time += net, operations += own, longest = fmax(longest, net), ++count;
    }
    if (mode == THRPT || count == 0) return sum;
    return mode == SAMPLE ? time / operations : mode == WALL ? longest / operations : sum / count;
}

static int compare_times(const void *left, const void *right) {
    const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return a < b ? -1 : a > b;
}

static void print_quantiles(const struct open_case *open, int function, const char *unit) {
    static const double shares[] = {0, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1};
    const double scale = (double)open->opening.operations_per_invocation * (double)unit_ns(unit);
    int64_t *times = NULL;
    size_t count = 0, room = 0;
    for (int at = 0; at < open->opening.threads; ++at) {
        const struct result *const result = &open->threads[at]->result;
        if (!runs(open->threads[at], function) || result->sample_count == 0) continue;
        GROW(times, room, count + result->sample_count);
        memcpy(times + count, result->sample_ns, result->sample_count * sizeof *times);
        count += result->sample_count;
    }
    if (count > 0) qsort(times, count, sizeof *times, compare_times);
    printf("n = %zu, mean = %g %s/op, p{0.00, 0.50, 0.90, 0.95, 0.99, 0.999, 0.9999, 1.00} =", count, score(open, function), unit);
    for (size_t at = 0; at < sizeof shares / sizeof *shares; ++at) {
        const size_t wanted = (size_t)ceil(shares[at] * (double)count); /* what is at least as long as a share of all */
        const double value = count == 0 ? 0 : (double)times[wanted < 1 ? 0 : wanted - 1] - interval_cost_ns;
        printf("%s %g", at == 0 ? "" : ",", fmax(0, value) / scale);
    }
    printf(" %s/op", unit);
    free(times);
}

static void print_one(const struct open_case *open, int function) {
    const char *const unit = open->opening.time_unit;
    if (open->opening.mode == SAMPLE) print_quantiles(open, function, unit);
    else if (open->opening.mode == THRPT) printf("%g ops/%s", score(open, function), unit);
    else printf("%g %s/op", score(open, function), unit);
}

void print_threads(const struct open_case *open) {
    const struct opening *const opening = &open->opening;
    printf("Threads: %d thread%s", opening->threads, opening->threads == 1 ? "" : "s");
    if (opening->group) {
        const int groups = open->threads[0]->dealt.groups;
        printf(" (%d group%s", groups, groups == 1 ? "" : "s");
        const char *before = "; ";
        for (size_t at = 0; at < opening->function_count; ++at) {
            if (opening->shares.items[at] == 0) continue;
            printf("%s%" PRIu64 "x \"%s\"", before, opening->shares.items[at], short_name(opening->functions[at]->name));
            before = ", ";
        }
        printf(" in each group)");
    }
    printf("\n");
}

void print_score(const struct open_case *open) {
    const struct opening *const opening = &open->opening;
    print_one(open, -1);
    for (size_t at = 0; opening->group && at < opening->function_count; ++at) {
        if (opening->shares.items[at] == 0) continue;
        printf(", %s: ", short_name(opening->functions[at]->name));
        print_one(open, (int)at);
    }
    for (size_t at = 0; at < opening->counter_count; ++at) {
        double sum = 0;
        for (int thread = 0; thread < opening->threads; ++thread) sum += open->threads[thread]->result.counted[at];
        printf(", %s = %g", opening->counters[at]->name, sum);
    }
    printf("\n");
}

/* The share of Student's t within tan(angle) * sqrt(freedom) of 0 (Abramowitz and Stegun, 26.7.3 and 26.7.4). */
static double share_within(double angle, size_t freedom) {
    const bool odd = freedom % 2 == 1;
    const double cosine = cos(angle);
    double term = odd ? cosine : 1, sum = 0;
    for (size_t at = odd; at + 2 <= freedom; at += 2) {
        sum += term;
        term *= (double)(at + 1) / (double)(at + 2) * cosine * cosine;
    }
    sum *= sin(angle);
    return odd ? (angle + sum) * 2 / M_PI : sum;
}

static double students_t(size_t freedom) {
    if (freedom > 9999) freedom = 9999; /* with more, Student's t changes by less than 0.03 % */
    double low = 0, high = M_PI / 2;
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        *(share_within(middle, freedom) < 0.999 ? &low : &high) = middle;
    }
    return tan(low) * sqrt((double)freedom);
}

void print_result(const struct open_case *open, const double *scores, size_t count) {
    double low = scores[0], high = scores[0], mean = 0, squares = 0;
    for (size_t at = 0; at < count; ++at) low = fmin(low, scores[at]), high = fmax(high, scores[at]), mean += scores[at] / (double)count;
    for (size_t at = 0; at < count; ++at) squares += (scores[at] - mean) * (scores[at] - mean);
    const double deviation = count > 1 ? sqrt(squares / (double)(count - 1)) : 0;
    printf("\nResult for %s:\n  %g", open->opening.name, mean);
    /* JMH gives no error of one or two values. */
    if (count > 2) printf(" \xC2\xB1(99.9%%) %g", students_t(count - 1) * deviation / sqrt((double)count));
    printf(open->opening.mode == THRPT ? " ops/%s" : " %s/op", open->opening.time_unit);
    printf("\n  (min, avg, max) = (%g, %g, %g)", low, mean, high);
    count > 1 ? printf(", stdev = %g\n", deviation) : printf("\n");
}
