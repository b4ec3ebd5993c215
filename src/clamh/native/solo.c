/* Run without a driver: the commands of one case, played by this very process, or the guide's command line handed to clamh. */
#include "solo.h"

#include <inttypes.h>
#include <limits.h>
#include <unistd.h>

#include "score.h"

static const char solo_usage[] =
    "usage: --solo NAME [-bm avgt|thrpt|sample|ss|wall] [-bs BATCH-SIZE] [-p PARAM=VALUE]...\n"
    "              [-t THREADS|max|half_max] [-tg THREADS,..] [-wi WARMUP-ITERATIONS] [-w TIME] [-i ITERATIONS] [-r TIME]\n";

int refuse(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\n%s", solo_usage);
    return 2;
}

bool is_named(const char *full, const char *given, size_t size) {
    const size_t whole = strlen(full);
    if (size == 0 || whole < size || memcmp(full + whole - size, given, size) != 0) return false;
    return whole == size || full[whole - size - 1] == ':' || full[whole - size - 1] == '.';
}

static const char *opening_name(uint32_t number) { return the_artifact->openings[number]; } /* up to the first tab */
static size_t name_size(const char *opening) { return strcspn(opening, "\t"); }

static void list_benchmarks(struct clamh_text *to) {
    for (uint32_t at = 0; at < the_artifact->openings_count; ++at) {
        if (find_benchmark(at, 0) != NULL) text_print(to, "\n  %.*s", (int)name_size(opening_name(at)), opening_name(at));
    }
}

/* The number of the benchmark; -1 after a message. */
static int64_t choose(const char *name) {
    struct clamh_text matching = {0};
    int64_t only = -1;
    int found = 0;
    for (uint32_t at = 0; at < the_artifact->openings_count; ++at) {
        char *const full = strndup(opening_name(at), name_size(opening_name(at)));
        const bool same = strcmp(full, name) == 0, fits = find_benchmark(at, 0) != NULL && is_named(full, name, strlen(name));
        if (fits) text_print(&matching, "\n  %s", full), only = at, ++found;
        free(full);
        if (fits && same) return text_free(&matching), at;
    }
    if (found == 0) list_benchmarks(&matching);
    if (found != 1) only = (refuse(found == 0 ? "no benchmark is called %s; there are:%s" : "more than one benchmark is called %s:%s", name, text_string(&matching)), -1);
    text_free(&matching);
    return only;
}

static const char *get(const struct plan *plan, const char *key) { /* "" if there is none */
    const size_t size = strlen(key);
    for (size_t at = 1; at < plan->fields.count; ++at) {
        if (strncmp(plan->fields.items[at], key, size) == 0 && plan->fields.items[at][size] == '=') return plan->fields.items[at] + size + 1;
    }
    return "";
}

void set_field(struct plan *plan, const char *head, const char *value) {
    struct fields *const fields = &plan->fields;
    struct clamh_text *const text = texts_add(&plan->values);
    text_print(text, "%s%s", head, value);
    char *const kept = text->bytes;
    *text = (struct clamh_text){0}; /* lives as long as the process */
    for (size_t at = 1; at < fields->count; ++at) {
        if (strncmp(fields->items[at], head, strlen(head)) != 0) continue;
        fields->items[at] = kept, fields->sizes[at] = strlen(kept);
        return;
    }
    GROW(fields->items, fields->items_room, fields->count + 1);
    GROW(fields->sizes, fields->sizes_room, fields->count + 1);
    fields->items[fields->count] = kept, fields->sizes[fields->count++] = strlen(kept);
}

static void set_number(struct plan *plan, const char *head, uint64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    set_field(plan, head, text);
}

/* --- options */

static bool read_duration(const char *text, uint64_t *ns) {
    const size_t digits = strspn(text, "0123456789");
    const int64_t unit = text[digits] == '\0' ? unit_ns("s") : unit_ns(text + digits);
    char number[20];
    if (unit == 0 || digits >= sizeof number) return false;
    memcpy(number, text, digits);
    number[digits] = '\0';
    if (!read_natural(number, UINT64_C(1000000000000000000) / (uint64_t)unit, ns)) return false;
    *ns *= (uint64_t)unit;
    return *ns > 0;
}

static int apply(struct plan *plan, const char *flag, const char *value, struct numbers *given) {
    static const struct {
        const char *flag, *head;
    } texts[] = {{"-bm", "mode="}, {"-tg", "tg="}, {"-t", "threads="}}, counts[] = {{"-wi", "wi="}, {"-i", "i="}}, times[] = {{"-w", "w="}, {"-r", "r="}};
    uint64_t number;
    if (strcmp(flag, "-p") == 0) return apply_param(plan, value, given);
    for (size_t at = 0; at < 3; ++at) {
        if (strcmp(flag, texts[at].flag) == 0) return set_field(plan, texts[at].head, value), 0;
    }
    for (size_t at = 0; at < 2; ++at) {
        if (strcmp(flag, counts[at].flag) == 0) {
            if (!read_natural(value, 1000000, &number) || (at == 1 && number == 0)) return refuse("%s %s: not a number of iterations", flag, value);
            return set_number(plan, counts[at].head, number), 0;
        }
        if (strcmp(flag, times[at].flag) == 0) {
            if (!read_duration(value, &number)) return refuse("%s %s: not a time such as 200ms, 1s, 2m", flag, value);
            return set_number(plan, times[at].head, number), 0;
        }
    }
    if (strcmp(flag, "-bs") != 0) return refuse("--solo does not know %s", flag);
    if (!read_natural(value, INT64_MAX, &number) || number == 0) return refuse("-bs %s: not a batch size", value);
    return set_number(plan, "batch=", number), set_number(plan, "wbatch=", number), 0;
}

/* --- what options leave open */

/* As many threads as are asked for, of a group as whole groups. */
static int complete_threads(struct plan *plan) {
    const char *const asked = get(plan, "threads"), *shares = get(plan, "tg");
    const bool half = strcmp(asked, "half_max") == 0 || strcmp(asked, "-2") == 0, all = strcmp(asked, "max") == 0 || strcmp(asked, "-1") == 0;
    const uint64_t cpus = (uint64_t)count_processors();
    uint64_t threads = half ? (cpus + 1) / 2 : cpus, each = 0;
    if (!half && !all && (!read_natural(asked, 4096, &threads) || threads == 0)) {
        return refuse("-t %s: no number of threads from 1 to 4096, nor max or half_max", asked);
    }
    for (; *shares != '\0'; shares += strcspn(shares, ","), shares += *shares == ',') each += strtoull(shares, NULL, 10);
    if (each > 0) threads = (threads + each - 1) / each * each;
    set_number(plan, "threads=", threads);
    const bool control = strstr(get(plan, "injected"), "Control") != NULL;
    set_field(plan, "waits=", threads > 1 && (each > 0 || control) ? "1" : "0");
    return 0;
}

static void complete_times(struct plan *plan) {
    const bool shot = strcmp(get(plan, "mode"), "ss") == 0;
    if (*get(plan, "wi") == '\0') set_field(plan, "wi=", shot ? "0" : "5");
    if (*get(plan, "i") == '\0') set_field(plan, "i=", shot ? "1" : "5");
    if (*get(plan, "w") == '\0') set_field(plan, "w=", "300000000");
    if (*get(plan, "r") == '\0') set_field(plan, "r=", "200000000");
    if (*get(plan, "tu") == '\0') set_field(plan, "tu=", strcmp(get(plan, "mode"), "thrpt") == 0 ? "s" : "ns");
}

/* --- running */

static void print_phase(const struct opening *opening, const char *name, uint64_t iterations, uint64_t ns, uint64_t batch) {
    printf("%s: ", name);
    if (iterations == 0) printf("<none>");
    else if (opening->mode == SINGLE_SHOT) printf("%" PRIu64 " iteration%s, single-shot each", iterations, iterations == 1 ? "" : "s");
    else printf("%" PRIu64 " iteration%s, %g s each", iterations, iterations == 1 ? "" : "s", (double)ns / 1e9);
    if (iterations > 0 && batch > 1) printf(", %" PRIu64 " calls per op", batch);
    printf("\n");
}

static void print_head(const struct open_case *open, const struct plan *plan) {
    static const char *const titles[MODES] = {"Average time, time/op", "Throughput, ops/time", "Wall time, time/op", "Sampling time", "Single shot invocation time"};
    const struct opening *const opening = &open->opening;
    printf("Benchmark: %s\nBenchmark mode: %s\n", opening->name, titles[opening->mode]);
    print_threads(open);
    print_phase(opening, "Warmup", opening->warmup_iterations, opening->warmup_ns, opening->warmup_batch);
    if (*get(plan, "auto") != '\0' && opening->mode != SINGLE_SHOT) printf("AutoWarmup: left out; clamh run warms up until steady\n");
    print_phase(opening, "Measurement", opening->iterations, opening->iteration_ns, opening->batch);
    if (*get(plan, "bounded") != '\0' && opening->mode != SINGLE_SHOT) printf("Bounds of calls: left out; each iteration takes its time\n");
    for (size_t at = 0; at < opening->param_count; ++at) {
        printf("%s%s = %s", at == 0 ? "Parameters: (" : ", ", opening->params[at].param->name, text_string(&opening->params[at].text));
    }
    printf("%s\n", opening->param_count == 0 ? "" : ")\n");
}

static void complain(const struct open_case *open) {
    (void)open;
    fflush(stdout);
    fprintf(stderr, "%s%s%s: ", the_failure.reason, the_failure.where.size == 0 ? "" : " in ", text_string(&the_failure.where));
    if (the_failure.thread >= 0) fprintf(stderr, "thread %d: ", the_failure.thread);
    fprintf(stderr, "%s\n", text_string(&the_failure.message));
}

/* Sends a command of the protocol to this process; false after a failure, which is printed. */
static bool play(struct worker *worker, const char *const *items, size_t count) {
    struct clamh_text line = {0};
    for (size_t at = 0; at < count; ++at) {
        if (at > 0) clamh_add(&line, "\t", 1);
        for (const char *byte = items[at]; *byte != '\0'; ++byte) {
            if (strchr("%\t\n", *byte) != NULL) text_print(&line, "%%%02X", (unsigned)(unsigned char)*byte);
            else clamh_add(&line, byte, 1);
        }
    }
    answer(worker, &line);
    text_free(&line);
    const struct clamh_text *const event = &worker->channel.kept.items[worker->channel.kept.count - 1];
    const bool done = strncmp(event->bytes, "{\"event\":\"failed\"", 17) != 0;
    if (!done) complain(NULL);
    texts_free(&worker->channel.kept);
    return done;
}

static int run(struct worker *worker, const struct plan *plan) {
    const struct open_case *const open = worker->cases;
    const uint64_t warmups = open->opening.warmup_iterations, total = warmups + open->opening.iterations;
    double *const scores = ALLOCATE(double, open->opening.iterations + 1);
    print_head(open, plan);
    for (uint64_t at = 0; at < total; ++at) {
        const bool warmup = at < warmups, shot = open->opening.mode == SINGLE_SHOT;
        char time[24];
        snprintf(time, sizeof time, "%" PRIu64, shot ? 0 : warmup ? open->opening.warmup_ns : open->opening.iteration_ns);
        const char *const command[] = {"iterate", "solo", warmup ? "warmup" : "measurement", time, shot ? "1" : "0", at == 0 ? "1" : "0", at == total - 1 ? "1" : "0"};
        if (!play(worker, command, 7)) return 1;
        printf("Benchmark %s, %siteration %" PRIu64 ": ", open->opening.name, warmup ? "warmup " : "", warmup ? at + 1 : at - warmups + 1);
        print_score(open);
        fflush(stdout);
        if (!warmup) scores[at - warmups] = score_of_all(open);
    }
    print_result(open, scores, open->opening.iterations);
    free(scores);
    return 0;
}

static int play_solo(int count, char **arguments) {
    struct clamh_text all = {0};
    list_benchmarks(&all);
    if (count == 0) refuse("--solo needs the name of a benchmark; there are:%s", text_string(&all));
    text_free(&all);
    if (count == 0) return 2;
    const int64_t number = choose(arguments[0]);
    if (number < 0) return 2;
    static struct plan plan;
    static struct clamh_text opening;
    clamh_add(&opening, opening_name((uint32_t)number), strlen(opening_name((uint32_t)number)));
    decode_fields(&opening, &plan.fields);
    static struct numbers given;
    for (int at = 1; at < count; at += 2) {
        if (at + 1 == count) return refuse("%s needs a value", arguments[at]);
        const int refused = apply(&plan, arguments[at], arguments[at + 1], &given);
        if (refused != 0) return refused;
    }
    int refused = complete_rows(&plan, &given);
    if (refused == 0) refused = complete_threads(&plan);
    if (refused != 0) return refused;
    complete_times(&plan);
    if (!choose_clock(the_artifact->floor)) return refuse("CLAMH_CLOCK must be counted:NS with NS above 0");
    report_last_failure = complain;
    static struct worker worker;
    worker.channel.in = -1, worker.channel.out = -1;
    const char **const items = ALLOCATE(const char *, plan.fields.count + 1);
    items[0] = "open", items[1] = "solo";
    for (size_t at = 1; at < plan.fields.count; ++at) items[at + 1] = plan.fields.items[at];
    const bool opened = play(&worker, items, plan.fields.count + 1);
    free(items);
    if (!opened) return refuse("these options cannot be combined, or a value is none");
    return run(&worker, &plan);
}

/* --- without --solo */

static const char *own_path(const char *invoked_as) {
    static char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0 && realpath(invoked_as, path) == NULL) return invoked_as;
    if (length > 0) path[length] = '\0';
    return path;
}

/* The clamh that published this artifact, which it wrote behind it; "" where none did. */
static const char *find_builder(const char *own) {
    static char end[8193];
    static const char mark[] = "\n//clamh=";
    FILE *const file = fopen(own, "rb");
    if (file == NULL) return "";
    if (fseek(file, -(long)(sizeof end - 1), SEEK_END) != 0) rewind(file);
    const size_t size = fread(end, 1, sizeof end - 1, file), length = sizeof mark - 1;
    fclose(file);
    for (size_t at = size; at-- > length;) {
        if (memcmp(end + at - length, mark, length) != 0 || end[size - 1] != '\n') continue;
        end[size - 1] = '\0';
        return end + at;
    }
    return "";
}

static int hand_over(int count, char **arguments, const char *own) {
    const char *const builder = find_builder(own), *const home = getenv("CLAMH_HOME");
    struct clamh_text artifact = {0}, path = {0};
    text_print(&artifact, "%s:%s", the_artifact->language, own);
    const char **const words = ALLOCATE(const char *, count + 5);
    words[0] = "clamh", words[1] = "run", words[2] = "--artifact", words[3] = artifact.bytes;
    for (int at = 0; at < count; ++at) words[4 + at] = arguments[at];
    if (builder[0] != '\0') execv(builder, (char *const *)words);
    execvp("clamh", (char *const *)words);
    for (int at = 0; home != NULL && at < 2; ++at) {
        text_clear(&path);
        text_print(&path, "%s/%s", home, at == 0 ? "bin/clamh" : ".venv/bin/clamh");
        execv(path.bytes, (char *const *)words);
    }
    fprintf(stderr, "clamh is needed for this and is neither on PATH nor under $CLAMH_HOME (bin, .venv/bin).\n");
    if (builder[0] != '\0') fprintf(stderr, "%s, which built this, is not there any more: build it again with `clamh build`.\n", builder);
    struct clamh_text all = {0};
    list_benchmarks(&all);
    fprintf(stderr, "Without it: %s --solo NAME [-bm MODE] [-bs N] [-t N] [-tg N,..] [-p PARAM=VALUE] [-wi N] [-w TIME] [-i N] [-r TIME]\n", own);
    fprintf(stderr, "with one of these as NAME:%s\n", text_string(&all));
    text_free(&all), text_free(&artifact), text_free(&path), free(words);
    return 2;
}

int run_solo(int count, char **arguments) {
    if (count > 1 && strcmp(arguments[1], "--solo") == 0) return play_solo(count - 2, arguments + 2);
    return hand_over(count - 1, arguments + 1, own_path(arguments[0]));
}
