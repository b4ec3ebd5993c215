/* Does the core answer commands as protocol 2 says? One process, no pipes: commands go in as lines, events come out as texts. */
#include "table.h"

#include "registry.h"
#include "score.h"
#include "worker.h"

#include <math.h>

static int failures;

#define CHECK(condition)                                                                    \
    do {                                                                                    \
        if (!(condition)) {                                                                 \
            printf("%s:%d: %s\n", __func__, __LINE__, #condition);                          \
            ++failures;                                                                     \
        }                                                                                   \
    } while (0)

static struct worker worker = {.channel = {.in = -1, .out = -1}};

/* The events that answer a line; `|` stands for a tab. */
static const char *ask(const char *command) {
    struct clamh_text line = {0};
    clamh_add(&line, command, strlen(command));
    for (char *at = line.bytes; *at != '\0'; ++at) {
        if (*at == '|') *at = '\t';
    }
    text_clear(&worker.channel.kept);
    answer(&worker, &line);
    text_free(&line);
    return text_string(&worker.channel.kept);
}

static bool has(const char *answers, const char *part) {
    if (strstr(answers, part) != NULL) return true;
    printf("no %s in %s", part, answers);
    return false;
}

#define SHOP "open|c|benchmark=0|mode=avgt|threads=1|waits=0|states=0|p=0:%s|batch=1|wbatch=1|opi=1|seed=1|layout=static"

static const char *open_shop(const char *number, const char *more) {
    char command[512];
    snprintf(command, sizeof command, SHOP "%s", number, more);
    return ask(command);
}

static void test_catalog_leaves_out_what_is_not_compiled_in(void) {
    const char *const answers = ask("describe");
    CHECK(has(answers, "\"minimum\":-9223372036854775808,\"maximum\":9223372036854775807,\"values\":[\"1\"],\"line\":1}]}"));
    CHECK(has(answers, "\"functions\":[{\"name\":\"sell\"}]"));
    CHECK(has(answers, "{\"event\":\"described\",\"states\":1,\"fixtures\":0,\"benchmarks\":1}"));
    CHECK(strstr(answers, "\"number\":8") == NULL && strstr(answers, "\"number\":7") == NULL);
}

static void test_setups_run_in_order_and_teardowns_backwards(void) {
    journal[0] = '\0';
    CHECK(has(open_shop("3", "|states=1|step=trial:0:0:1|step=iteration:1:2:3"), "\"opened\""));
    CHECK(has(ask("iterate|c|warmup|0|5|1|0"), "\"operations\":5,\"all_operations\":5"));
    CHECK(has(ask("iterate|c|measurement|0|5|0|1"), "\"iteration\""));
    CHECK(has(ask("close|c"), "\"closed\""));
    CHECK(strcmp(journal, "open(3) till lock till lock close ") == 0);
}

static void test_what_was_set_up_is_torn_down_after_a_failure(void) {
    journal[0] = '\0';
    open_shop("7", "|states=1|step=trial:0:0:1|step=iteration:1:2:3");
    CHECK(has(ask("iterate|c|warmup|0|5|1|0"), "{\"event\":\"failed\",\"case\":\"c\",\"reason\":\"setup\",\"where\":\"Till.open\",\"message\":\"jammed\"}"));
    CHECK(strcmp(journal, "open(7) till close ") == 0);
    CHECK(has(ask("close|c"), "malformed")); /* it is closed */
}

static void test_a_benchmark_that_throws_is_named(void) {
    open_shop("13", "");
    CHECK(has(ask("iterate|c|warmup|0|5|1|0"), "\"reason\":\"benchmark\",\"where\":\"sell\",\"message\":\"out of luck\""));
    CHECK(has(open_shop("x", ""), "\"opened\"")); /* values are assigned at trial setup */
    CHECK(has(ask("iterate|c|warmup|0|5|1|0"), "\"reason\":\"setup\",\"where\":\"Shop.number\",\"message\":\"no integer\""));
}

static void test_a_destructor_that_throws_is_named(void) {
    open_shop("11", "");
    CHECK(has(ask("iterate|c|warmup|0|5|1|1"), "\"reason\":\"teardown\",\"where\":\"Shop\",\"message\":\"the door is jammed\""));
    open_shop("3", "");
    CHECK(has(ask("iterate|c|warmup|0|5|1|1"), "\"iteration\""));
    ask("close|c");
}

static void test_a_slice_is_exact_under_the_counted_clock(void) {
    open_shop("3", "|counters=0");
    CHECK(has(ask("slice|c|measurement|10|7|2|0"), "\"operations\":7,\"all_operations\":17,\"elapsed_ns\":1000000"));
    CHECK(has(ask("slice|c|measurement|0|7|0|1"), "\"aux\":[7]"));
    CHECK(has(ask("slice|c|measurement|0|7|0|1"), "malformed")); /* BEGIN is due */
    CHECK(has(ask("slice|c|measurement|0|7|1|2"), "\"operations\":7"));
    ask("close|c");
}

static void test_samples_come_before_the_iteration(void) {
    open_shop("3", "");
    const char *const answers = ask("iterate|c|warmup|5000000|0|1|0");
    CHECK(has(answers, "{\"event\":\"samples\",\"case\":\"c\",\"thread\":0,\"sample_ns\":[1000000,1000000,1000000,1000000,1000000],\"last\":true}\n{\"event\":\"iteration\""));
    CHECK(has(ask("samples|c|4|2"), "\"sample_ns\":[1000000,1000000],\"last\":true"));
    ask("close|c");
}

static void test_threads_meet_and_leave(void) {
    CHECK(has(ask("open|g|benchmark=1|mode=avgt|threads=2|tg=1,1|waits=1|states=0|uses=|uses=0|p=0:3|injected=Control|batch=1|layout=static"), "it is a group"));
    const char *const answers = ask("iterate|g|warmup|3000000|0|1|1");
    CHECK(has(answers, "\"function\":0") && has(answers, "\"function\":1"));
    ask("close|g");
    open_shop("3", "|threads=3");
    CHECK(has(ask("iterate|c|warmup|0|5|1|1"), "\"operations\":5"));
    ask("close|c");
}

static void test_threads_may_run_on_all_processors(void) { /* those of a pool too, unless the benchmark pins a thread */
    struct thread_pool *const pool = pool_start(2);
    CHECK(pool_cpus(pool) == count_processors());
    pool_end(pool);
}

#define PARTLY "open|g|benchmark=8|mode=avgt|threads=2|waits=1|states=0|p=0:3|batch=1|layout=static"

static void test_a_group_opens_without_what_is_not_compiled_in(void) {
    CHECK(has(ask(PARTLY "|tg=1,1|uses=0|uses=0"), "\"opened\""));
    const char *const answers = ask("iterate|g|warmup|0|5|1|1");
    CHECK(has(answers, "\"function\":0") && has(answers, "\"function\":1"));
    ask("close|g");
    CHECK(has(ask(PARTLY "|tg=0,1,0,1|uses=|uses=0|uses=|uses=0"), "\"opened\"")); /* as --solo does */
    ask("close|g");
    CHECK(has(ask(PARTLY "|tg=1,1,0,0|uses=|uses=0|uses=|uses=0"), "malformed"));
    CHECK(has(ask(PARTLY "|tg=0,1,1|uses=|uses=0|uses="), "malformed"));
}

static void test_operations_count_for_themselves(void) {
    ask("open|o|benchmark=2|mode=avgt|threads=1|waits=0|injected=Operations|batch=1|opi=3|layout=static");
    CHECK(has(ask("iterate|o|warmup|0|4|1|1"), "\"operations\":20,\"all_operations\":20"));
    ask("close|o");
    CHECK(has(ask("open|o|benchmark=2|mode=sample|threads=1|waits=0|injected=Operations|batch=1|layout=static"), "\"unsupported\",\"where\":\"many\""));
}

static void test_integers_may_be_spelled_as_in_sources(void) {
    static const char *const spellings[][2] = {{"0x10", "16"}, {"1_000", "1000"}, {"-0xFF_FF", "-65535"}, {"+5", "5"}, {"-0", "0"}, {"0x8000000000000000", "9223372036854775808"},
                                               {"0xFFFFFFFFFFFFFFFF", "18446744073709551615"}, {"0x10000000000000000", "0x10000000000000000"}, {"12x", "12x"}, {"_", "_"}, {"", ""}};
    const struct clamh_param integer = {.type = "integer"}, string = {.type = "string"};
    for (size_t at = 0; at < sizeof spellings / sizeof *spellings; ++at) {
        struct clamh_text text = {0};
        clamh_add(&text, spellings[at][0], strlen(spellings[at][0]));
        spell_integer(&string, &text);
        CHECK(strcmp(text_string(&text), spellings[at][0]) == 0);
        spell_integer(&integer, &text);
        CHECK(strcmp(text_string(&text), spellings[at][1]) == 0);
        text_free(&text);
    }
}

#define REST "open|s|benchmark=4|waits=0|injected=Suspend|states=0|p=0:3|batch=1|layout=static"
enum { STEP = 1000000, STEPS_OF_A_REST = 1000 + 1 + 1 }; /* work, the reading that ends it, and what the suspension itself costs */

static long long find_number(const char **at, const char *key) {
    *at = strstr(*at, key);
    if (*at == NULL) return -1;
    *at += strlen(key);
    return strtoll(*at, NULL, 10);
}

static void test_suspended_time_costs_an_exact_slice_nothing(void) {
    CHECK(has(ask(REST), "\"suspend_cost_ns\":1000000"));
    CHECK(has(ask("slice|s|measurement|10|7|2|0"), "\"operations\":7,\"all_operations\":17,\"elapsed_ns\":1000000,\"suspended_ns\":14028000000,"
                                                   "\"suspensions\":14,\"timings\":1,"));
    CHECK(has(ask("slice|s|measurement|0|3|0|2"), "\"elapsed_ns\":1000000,\"suspended_ns\":6012000000,\"suspensions\":6,"));
    ask("close|s");
}

static void test_suspended_time_counts_for_the_length_of_an_iteration(void) {
    char command[96];
    snprintf(command, sizeof command, "iterate|s|warmup|%lld|0|1|1", 5LL * STEP * (1 + 2 * STEPS_OF_A_REST));
    ask(REST);
    const char *const answers = ask(command);
    CHECK(has(answers, "\"sample_ns\":[1000000,1000000,1000000,1000000,1000000],\"last\":true}"));
    CHECK(has(answers, "\"operations\":5,\"all_operations\":5,\"elapsed_ns\":5000000,"));
    ask("close|s");
}

/* In each mode, for a time and for a count, of one thread and of two, with fixtures around invocations: an interval is one step of the clock. */
static void test_untimed_calls_of_threads_may_suspend(void) {
    for (int threads = 2; threads < 5; ++threads) { /* the last thread of each is new */
        char command[160];
        snprintf(command, sizeof command, REST "|threads=%d", threads);
        CHECK(has(ask(command), "\"opened\""));
        CHECK(has(ask("slice|s|warmup|640|1000|2|2"), "\"event\":\"slice\""));
        ask("close|s");
    }
}

static void test_suspended_time_costs_no_mode_anything(void) {
    static const char *const modes[] = {"avgt", "thrpt", "wall", "sample", "ss"}, *const fixtures[] = {"", "|step=invocation:0:0:1"};
    static const char *const threads[] = {"|threads=1", "|threads=2", "|threads=2|waits=1"}, *const amounts[] = {"20000000000|0", "0|3"};
    for (int at = 0; at < 5 * 2 * 3 * 2; ++at) {
        char command[256];
        snprintf(command, sizeof command, REST "|mode=%s%s%s", modes[at / 12], fixtures[at / 6 % 2], threads[at / 2 % 3]);
        journal[0] = '\0';
        CHECK(has(ask(command), "\"opened\""));
        snprintf(command, sizeof command, "iterate|s|warmup|%s|1|1", amounts[at % 2]);
        const char *const answers = ask(command), *from = answers;
        for (int thread = 0; thread < (at / 2 % 3 == 0 ? 1 : 2); ++thread) {
            const long long elapsed = find_number(&from, "\"elapsed_ns\":"), suspended = from == NULL ? -1 : find_number(&from, "\"suspended_ns\":");
            const long long suspensions = from == NULL ? -1 : find_number(&from, "\"suspensions\":");
            if (elapsed == 0 && at / 2 % 3 == 2) continue; /* where threads may wait for each other, one of them may have timed nothing */
            const long long timings = from == NULL ? -1 : find_number(&from, "\"timings\":");
            CHECK(timings > 0 && elapsed == timings * STEP && suspensions >= 2 && suspended == suspensions * STEPS_OF_A_REST * STEP);
            if (from == NULL) break;
        }
        ask("close|s");
    }
}

static void test_a_benchmark_that_does_not_resume_is_named(void) {
    CHECK(has(ask("open|s|benchmark=5|mode=avgt|threads=1|injected=Suspend|batch=1|layout=static"), "\"opened\""));
    CHECK(has(ask("iterate|s|warmup|0|5|1|1"), "\"reason\":\"benchmark\",\"where\":\"oversleeps\",\"message\":\"it must end each suspension of its clock exactly once, before it returns"));
    CHECK(has(ask("close|s"), "malformed")); /* it is closed */
}

static void test_a_thread_that_times_nothing_cannot_suspend(void) {
    CHECK(has(ask("open|s|benchmark=9|mode=avgt|threads=1|injected=Suspend|batch=1|layout=static"), "\"opened\""));
    CHECK(has(ask("iterate|s|warmup|0|5|1|1"), "\"reason\":\"benchmark\",\"where\":\"rests_elsewhere\",\"message\":\"another thread used Suspend, "));
    CHECK(has(ask("close|s"), "malformed"));
}

static void test_what_the_language_refuses_to_several_threads_is_unsupported(void) {
    CHECK(has(ask("open|o|benchmark=3|threads=1|states=0|p=0:3"), "\"opened\""));
    CHECK(has(ask("open|p|benchmark=3|threads=2|states=0|p=0:3"),
              "{\"event\":\"failed\",\"case\":\"p\",\"reason\":\"unsupported\",\"where\":\"owns\",\"message\":\"the shop is for one thread\"}"));
    CHECK(has(ask("close|p"), "malformed"));
    ask("close|o");
}

static void test_streams_are_flushed_before_the_next_command(void) {
    const int before = flushes;
    ask("describe");
    CHECK(flushes == before + 1);
}

static void test_malformed_commands_leave_cases_alone(void) {
    static const char *const wrong[] = {
        "open|c", "open", "open|c|benchmark=99", "open|c|benchmark=0|states=5", "open|c|benchmark=0", "open|c|benchmark=2|states=1|injected=Operations|step=trial:1:2:", "open|c|benchmark=0|step=trial:0:77:", "open|c|benchmark=0|p=9:1", "open|c|benchmark=0|threads=0",
        "open|c|benchmark=0|mode=lap", "open|c|benchmark=0|batch=0", "open|c|benchmark=1|threads=3|tg=1,1|uses=|uses=0", "iterate|c|warmup|1|1|0|0", "iterate|c|warmup|1|0|1|0",
        "iterate|c", "iterate|x|warmup|1|0|1|0", "slice|c|warmup|0|0|0|0", "samples|c|0|1", "invoke|c|0", "%zz", "", "open|c|seed=%0"};
    open_shop("3", "");
    ask("iterate|c|warmup|0|1|1|0");
    for (size_t at = 0; at < sizeof wrong / sizeof *wrong; ++at) {
        const char *const answers = ask(wrong[at]);
        if (strstr(answers, "\"reason\":\"malformed\"") == NULL && strstr(answers, "\"reason\":\"unsupported\"") == NULL) {
            printf("%s was answered by %s", wrong[at], answers);
            ++failures;
        }
    }
    CHECK(has(ask("iterate|c|warmup|0|1|0|1"), "\"iteration\""));
    ask("close|c");
}

/* What print_score() prints of a case of mode sample whose `count` times are 1, 2, 3, ... ns. */
static const char *print_quantiles_of(size_t count) {
    static char printed[512];
    int64_t times[1000];
    struct open_case open = {.opening = {.mode = SAMPLE, .threads = 1, .operations_per_invocation = 1, .time_unit = "ns"}};
    struct thread *const thread = aligned_alloc(GRANULE, sizeof *thread), *threads[] = {memset(thread, 0, sizeof *thread)};
    for (size_t at = 0; at < count; ++at) times[at] = (int64_t)at + 1;
    thread->open = &open, open.threads = threads;
    thread->result.sample_ns = times, thread->result.sample_count = count;
    open.opening.batch = 1;
    FILE *const terminal = stdout;
    stdout = fmemopen(printed, sizeof printed, "w");
    print_score(&open);
    fclose(stdout);
    stdout = terminal;
    free(thread);
    return printed;
}

static void test_quantile_is_at_least_its_share_of_all_times(void) {
    CHECK(has(print_quantiles_of(2), "1.00} = 1, 1, 2, 2, 2, 2, 2, 2 ns/op"));
    CHECK(has(print_quantiles_of(3), "1.00} = 1, 2, 3, 3, 3, 3, 3, 3 ns/op"));
    CHECK(has(print_quantiles_of(1000), "1.00} = 1, 500, 900, 950, 990, 999, 1000, 1000 ns/op"));
}

static void test_texts_are_json(void) {
    struct clamh_text *const text = event_begin(&worker.channel, "x", "");
    json_text(text, "k", "a\"\\\n\x7f\xff\xc3\xa9\xed\xa0\x80", 11);
    CHECK(strcmp(text_string(text), "{\"event\":\"x\",\"k\":\"a\\\"\\\\\\u000a\\u007f\\udcff\xc3\xa9\\udced\\udca0\\udc80\"") == 0);
}

static void test_canonical_values(void) {
    static const struct {
        double value;
        const char *text;
    } floats[] = {{42, "i:42"}, {-0.0, "i:0"}, {0.5, "f:3fe0000000000000"}, {1e22, "i:10000000000000000000000"}, {INFINITY, "f:inf"}, {-INFINITY, "f:-inf"}, {NAN, "f:nan"}};
    for (size_t at = 0; at < sizeof floats / sizeof *floats; ++at) {
        struct clamh_text text = {0};
        clamh_add_float(&text, floats[at].value);
        CHECK(strcmp(text_string(&text), floats[at].text) == 0);
        text_free(&text);
    }
}

static void test_invoke_reports_every_call(void) { /* last: the process measures nothing any more */
    open_shop("3", "|checks=0");
    const char *const answers = ask("invoke|c|2");
    CHECK(has(answers, "\"call\":1,\"kind\":\"returned\",\"number\":0,\"texts\":[\"i:3\"],\"more\":false"));
    CHECK(has(answers, "\"call\":2,\"kind\":\"consumed\",\"number\":0,\"texts\":[\"s:a\"]"));
    CHECK(has(answers, "\"call\":2,\"kind\":\"checked\",\"number\":0,\"texts\":[\"i:6\"]"));
    CHECK(has(answers, "{\"event\":\"invoked\",\"case\":\"c\"}"));
    CHECK(has(ask("iterate|c|warmup|0|1|1|0"), "malformed"));
    ask("close|c");
}

/* Bytes that only continue a character of UTF-8, without one that begins it, are cut as others are. */
static void test_long_text_that_is_no_utf8_has_few_parts(void) {
    open_shop("300000", "");
    const char *answers = ask("invoke|c|1");
    int parts = 0;
    CHECK(has(answers, "\"texts\":[\"i:300000\\udcaa\\udcaa"));
    while ((answers = strstr(answers, "\"kind\":\"returned\"")) != NULL) ++answers, ++parts;
    CHECK(parts == 3);
    ask("close|c");
}

int main(int count, char **arguments) {
    setenv("CLAMH_CLOCK", "counted:1000000", 1);
    the_artifact = &table;
    register_table();
    if (count > 1) return clamh_main(&table, count, arguments); /* --solo */
    if (!choose_clock(table.floor)) return 2;
    test_catalog_leaves_out_what_is_not_compiled_in();
    test_setups_run_in_order_and_teardowns_backwards();
    test_what_was_set_up_is_torn_down_after_a_failure();
    test_a_benchmark_that_throws_is_named();
    test_a_destructor_that_throws_is_named();
    test_a_slice_is_exact_under_the_counted_clock();
    test_samples_come_before_the_iteration();
    test_threads_meet_and_leave();
    test_threads_may_run_on_all_processors();
    test_a_group_opens_without_what_is_not_compiled_in();
    test_operations_count_for_themselves();
    test_integers_may_be_spelled_as_in_sources();
    test_suspended_time_costs_an_exact_slice_nothing();
    test_suspended_time_counts_for_the_length_of_an_iteration();
    test_untimed_calls_of_threads_may_suspend();
    test_suspended_time_costs_no_mode_anything();
    test_a_benchmark_that_does_not_resume_is_named();
    test_a_thread_that_times_nothing_cannot_suspend();
    test_what_the_language_refuses_to_several_threads_is_unsupported();
    test_streams_are_flushed_before_the_next_command();
    test_malformed_commands_leave_cases_alone();
    test_quantile_is_at_least_its_share_of_all_times();
    test_texts_are_json();
    test_canonical_values();
    test_invoke_reports_every_call();
    test_long_text_that_is_no_utf8_has_few_parts();
    printf("%d failures\n", failures);
    return failures > 0;
}
