#include "table.h"

#include "clock.h"

#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char journal[1 << 16];

void note(const char *format, ...) {
    const size_t size = strlen(journal);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(journal + size, sizeof journal - size, format, arguments);
    va_end(arguments);
}

struct shop { /* a state with a param, a counter, a check and fixtures */
    long number, calls;
};
struct till { /* one of each thread; its setup takes the shop */
    long open;
};

static int build_shop(void *place) { return memset(place, 0, sizeof(struct shop)), 0; }
static int build_till(void *place) { return memset(place, 0, sizeof(struct till)), 0; }
static int build_zero(void *place) { return memset(place, 0, 64), 0; }
static void forget(void *object) { (void)object; }
static void forget_shop(void *object) {
    if (((struct shop *)object)->number == 11) clamh_throw("the door is jammed", 18);
}

static struct clamh_class shop = {.number = 0, .name = "Shop", .scope = CLAMH_BENCHMARK, .size = sizeof(struct shop), .alignment = 8,
                                  .construct = build_shop, .destroy = forget_shop};
static struct clamh_class till = {.number = 1, .name = "Till", .scope = CLAMH_THREAD, .size = sizeof(struct till), .alignment = 8,
                                  .construct = build_till, .destroy = forget};
static struct clamh_class control = {.injected = CLAMH_CONTROL, .size = sizeof(struct clamh_control), .alignment = 1, .construct = build_zero, .destroy = forget};
static struct clamh_class operations = {.injected = CLAMH_OPERATIONS, .size = sizeof(struct clamh_operations), .alignment = 8, .construct = build_zero, .destroy = forget};

static struct clamh_class suspend = {.injected = CLAMH_SUSPEND, .size = sizeof(struct clamh_suspension), .alignment = 8, .construct = build_zero, .destroy = forget};

static int set_number(void *object, const char *text, size_t size) {
    char *end;
    ((struct shop *)object)->number = strtol(text, &end, 10);
    if (end == text + size) return 0;
    return clamh_throw("no integer", 10), 1;
}
static int assign_nothing(void *object, const char *text, size_t size) { return (void)object, (void)text, (void)size, 0; }
/* Its full name ends as that of another param does. */
static struct clamh_param old_number = {.number = 1, .name = "Old.Shop.number", .owner = &shop, .type = "float", .shared = 1, .assign = assign_nothing};
static struct clamh_param number = {.number = 0, .name = "Shop.number", .owner = &shop, .type = "integer", .minimum = INT64_MIN, .maximum = INT64_MAX, .assign = set_number};

static void put_calls(void *object, double value) { ((struct shop *)object)->calls = (long)value; }
static int read_calls(void *object, double *value) { return *value = (double)((struct shop *)object)->calls, 0; }
static struct clamh_counter calls = {.number = 0, .name = "Shop.calls", .owner = &shop, .put = put_calls, .read = read_calls};

static int read_sum(void *object, struct clamh_text *text) { return clamh_add_integer(text, ((struct shop *)object)->number * 2), 0; }
static struct clamh_check sum = {.number = 0, .name = "Shop.sum", .owner = &shop, .read = read_sum};

/* --- benchmarks */

static int sell(void *const *objects, uint64_t invocations) {
    struct shop *const of = objects[0];
    if (of->number == 49 && (setlocale(LC_ALL, "") == NULL || *localeconv()->decimal_point != ',')) return clamh_throw("no comma", 8), 1;
    for (; invocations > 0; --invocations) {
        __atomic_fetch_add(&of->calls, 1, __ATOMIC_RELAXED);
        if (of->number == 13) return clamh_throw("out of luck", 11), 1;
    }
    return 0;
}
static int sold(void *const *objects, struct clamh_text *text) {
    if (sell(objects, 1) != 0) return 1;
    clamh_add(clamh_next_consumed(), "s:a", 3);
    clamh_add_integer(text, ((struct shop *)objects[0])->number);
    for (int at = 0; ((struct shop *)objects[0])->number == 300000 && at < 300000; ++at) clamh_add(text, "\xaa", 1);
    return 0;
}
static int count_many(void *const *objects, uint64_t invocations) {
    for (; invocations > 0; --invocations) ((struct clamh_operations *)objects[0])->total += 5;
    return 0;
}
static int wait_for_stop(void *const *objects, uint64_t invocations) {
    struct clamh_control *const flags = objects[0];
    for (; invocations > 0; --invocations) {
        while (!__atomic_load_n(&flags->stop_measurement, __ATOMIC_ACQUIRE)) {
        }
    }
    return 0;
}
/* Each invocation is suspended twice, the second time nested three deep, and a thousand readings of the clock lie in each. */
static int rest(void *const *objects, uint64_t invocations) {
    struct clamh_suspension *const pause = objects[0];
    for (; invocations > 0; --invocations) {
        for (int depth = 1; depth <= 3; depth += 2) {
            for (int at = 0; at < depth; ++at) clamh_suspend(pause);
            for (int work = 0; work < 1000; ++work) the_clock.now();
            for (int at = 0; at < depth; ++at) clamh_resume(pause);
        }
    }
    return 0;
}
static int oversleep(void *const *objects, uint64_t invocations) {
    for (; invocations > 0; --invocations) clamh_suspend(objects[0]);
    return 0;
}
static void *pause_elsewhere(void *suspension) { return clamh_suspend(suspension), clamh_resume(suspension), NULL; }
static int rest_elsewhere(void *const *objects, uint64_t invocations) {
    for (pthread_t thread; invocations > 0; --invocations) {
        if (pthread_create(&thread, NULL, pause_elsewhere, objects[0]) != 0 || pthread_join(thread, NULL) != 0) return 1;
    }
    return 0;
}
static int returns_nothing(void *const *objects, struct clamh_text *text) { return (void)objects, (void)text, 0; }
static int do_nothing(void *const *objects, uint64_t invocations) { return (void)objects, (void)invocations, 0; }

static const struct clamh_class *const takes_shop[] = {&shop}, *const takes_both[] = {&till, &shop}, *const takes_operations[] = {&operations},
                                *const takes_control[] = {&control}, *const takes_till[] = {&till}, *const takes_suspend[] = {&suspend}, *const takes_shop_and_suspend[] = {&suspend, &shop};
static const char *const not_shared[] = {"the shop is for one thread"};
static struct clamh_function benchmarks[] = {
    {.number = 0, .name = "sell", .takes = takes_shop, .count = 1, .repeat = sell, .returned = sold},
    {.number = 1, .place = 0, .name = "waits.stop", .group = "waits", .takes = takes_control, .count = 1, .repeat = wait_for_stop, .returned = returns_nothing},
    {.number = 1, .place = 1, .name = "waits.sell", .group = "waits", .takes = takes_shop, .count = 1, .repeat = sell, .returned = sold},
    {.number = 8, .place = 1, .name = "partly.sell", .group = "partly", .takes = takes_shop, .count = 1, .repeat = sell, .returned = sold}, /* without place 0 */
    {.number = 8, .place = 3, .name = "partly.also", .group = "partly", .takes = takes_shop, .count = 1, .repeat = sell, .returned = sold},
    {.number = 6, .name = "stock", .takes = takes_shop, .count = 1, .repeat = sell, .returned = sold},
    {.number = 4, .name = "rests", .takes = takes_shop_and_suspend, .count = 2, .repeat = rest, .returned = returns_nothing},
    {.number = 5, .name = "oversleeps", .takes = takes_suspend, .count = 1, .repeat = oversleep, .returned = returns_nothing},
    {.number = 9, .name = "rests_elsewhere", .takes = takes_suspend, .count = 1, .repeat = rest_elsewhere, .returned = returns_nothing},
    {.number = 3, .name = "owns", .takes = takes_shop, .count = 1, .repeat = sell, .returned = sold, .unshared = not_shared},
    {.number = 2, .name = "many", .takes = takes_operations, .count = 1, .repeat = count_many, .returned = returns_nothing}};

/* --- fixtures */

static int open_shop(void *const *objects, uint64_t invocations) { return (void)invocations, note("open(%ld) ", ((struct shop *)objects[0])->number), 0; }
static int close_shop(void *const *objects, uint64_t invocations) { return (void)objects, (void)invocations, note("close "), 0; }
static int open_till(void *const *objects, uint64_t invocations) {
    (void)invocations;
    note("till ");
    if (((struct shop *)objects[1])->number == 7) return clamh_throw("jammed", 6), 1;
    return ((struct till *)objects[0])->open = 1, 0;
}
static int close_till(void *const *objects, uint64_t invocations) { return (void)objects, (void)invocations, note("lock "), 0; }
static struct clamh_function fixtures[] = {
    {.number = 0, .name = "Shop.open", .takes = takes_shop, .count = 1, .repeat = open_shop},
    {.number = 1, .name = "Shop.close", .takes = takes_shop, .count = 1, .repeat = close_shop},
    {.number = 2, .name = "Till.open", .takes = takes_both, .count = 2, .repeat = open_till},
    {.number = 3, .name = "Till.close", .takes = takes_till, .count = 1, .repeat = close_till}};

static const char *const catalog[] = {
    "s0:{\"event\":\"state\",\"number\":0,\"name\":\"Shop\",\"scope\":\"Benchmark\",\"params\":[\002p0:{\"number\":0,\"name\":\"Shop.number\","
    "\"type\":\"integer\",\0010\001\"values\":[\"1\"],\"line\":1}\003\002p9:{\"number\":9}\003]}",
    "s8:{\"event\":\"state\",\"number\":8}",
    "b0:{\"event\":\"benchmark\",\"number\":0,\"name\":\"sell\",\"functions\":[\002f0:{\"name\":\"sell\"}\003\002f1:{\"name\":\"left out\"}\003]}",
    "b7:{\"event\":\"benchmark\",\"number\":7,\"functions\":[\002f0:{}\003]}", NULL};
static const char *const openings[] = {"sell\tbenchmark=0\tstates=0\tp=0:1\tmode=avgt\tthreads=1\tbatch=1\twbatch=1\topi=1", "waits\tbenchmark=1",
                                       "many\tbenchmark=2\tinjected=Operations\tmode=sample\tthreads=1\tbatch=1\twbatch=1\topi=1", "owns\tbenchmark=3",
                                       "rests\tbenchmark=4", "oversleeps\tbenchmark=5",
                                       "stock\tbenchmark=6\tstates=8,0\tp=0:0x1\tp=1:0.5\tp=9:1\trow=0:0x1%1E1:0.5%1E9:1\trow=9:2%1E0:0_2%1E1:1.5\tchecks=9,0\t"
                                       "counters=9,0\tstep=trial:0:0,99:1,98\tstep=trial:8:0:\tmode=ss\tthreads=1\tbatch=1\twbatch=1\topi=1",
                                       "gone\tbenchmark=7\tmode=ss\tthreads=1\tbatch=1\twbatch=1\topi=1",
                                       "partly\tbenchmark=8\tstates=0\tp=0:1\tuses=8\tuses=0\tuses=\tuses=0\ttg=12,1,3,1\tmode=ss\tthreads=1\tbatch=1\t"
                                       "wbatch=1\topi=1",
                                       "rests_elsewhere\tbenchmark=9"};
static const struct clamh_function empty = {.number = sizeof openings / sizeof *openings, .name = "empty", .repeat = do_nothing, .returned = returns_nothing};
int flushes;
static void flush(void) { ++flushes; }
const struct clamh_artifact table = {.language = "c", .platform = "c/test", .toolchain = "cc", .version = "1", .flags = "[]", .runtime = "", .sources = "{}",
                                     .optimised = 1, .records = 1, .catalog = catalog, .openings = openings, .openings_count = sizeof openings / sizeof *openings, .floor = &empty, .flush = flush};

void register_table(void) {
    struct clamh_class *const classes[] = {&shop, &till, &control, &operations, &suspend};
    for (size_t at = 0; at < sizeof classes / sizeof *classes; ++at) clamh_register_class(classes[at]);
    for (size_t at = 0; at < sizeof benchmarks / sizeof *benchmarks; ++at) clamh_register_benchmark(&benchmarks[at]);
    for (size_t at = 0; at < sizeof fixtures / sizeof *fixtures; ++at) clamh_register_fixture(&fixtures[at]);
    clamh_register_param(&number), clamh_register_param(&old_number);
    clamh_register_counter(&calls);
    clamh_register_check(&sum);
}
