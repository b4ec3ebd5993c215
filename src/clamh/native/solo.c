/* Run without a driver: the commands of one case, played by this very process, or the guide's command line handed to clamh. */
#include "score.h"
#include "solo.h"

#include <limits.h>
#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

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

bool is_named(const char *full, size_t whole, const char *given, size_t size) {
    if (size == 0 || whole < size || memcmp(full + whole - size, given, size) != 0) return false;
    return whole == size || full[whole - size - 1] == ':' || full[whole - size - 1] == '.';
}

static size_t name_size(const char *opening) { return strcspn(opening, "\t"); } /* the full name is first, up to a tab */

static const char *list_benchmarks(void) {
    static struct clamh_text all;
    for (uint32_t at = 0; at < the_artifact->openings_count; ++at) {
        const char *const opening = the_artifact->openings[at];
        if (count_functions(at) > 0) text_print(&all, "\n  %.*s", (int)name_size(opening), opening);
    }
    return text_string(&all);
}

/* The opening of the benchmark; null after a message. */
static const char *choose(const char *name) {
    struct clamh_text matching = {0};
    const char *only = NULL;
    int found = 0;
    for (uint32_t at = 0; at < the_artifact->openings_count; ++at) {
        const char *const opening = the_artifact->openings[at];
        if (count_functions(at) == 0 || !is_named(opening, name_size(opening), name, strlen(name))) continue;
        text_print(&matching, "\n  %.*s", (int)name_size(opening), opening);
        only = opening, found = name_size(opening) == strlen(name) ? 1 : found + 1;
        if (name_size(opening) == strlen(name)) break;
    }
    if (found == 0) refuse("no benchmark is called %s; there are:%s", name, list_benchmarks());
    if (found > 1) refuse("more than one benchmark is called %s:%s", name, text_string(&matching));
    text_free(&matching);
    return found == 1 ? only : NULL;
}

static size_t find_field(const struct fields *plan, const char *head) { /* the number of fields if there is none */
    size_t at = 1;
    while (at < plan->count && strncmp(plan->items[at], head, strlen(head)) != 0) ++at;
    return at;
}

const char *get(const struct fields *plan, const char *head) {
    const size_t at = find_field(plan, head);
    return at < plan->count ? plan->items[at] + strlen(head) : "";
}

void set_field(struct fields *plan, const char *head, const char *value) {
    struct clamh_text text = {0}; /* lives as long as the process */
    text_print(&text, "%s%s", head, value);
    const size_t at = find_field(plan, head);
    GROW(plan->items, plan->items_room, at + 1);
    GROW(plan->sizes, plan->sizes_room, at + 1);
    if (at == plan->count) ++plan->count;
    plan->items[at] = text.bytes, plan->sizes[at] = text.size;
}

static void set_number(struct fields *plan, const char *head, uint64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    set_field(plan, head, text);
}

static bool read_duration(const char *text, uint64_t *ns) {
    const size_t digits = strspn(text, "0123456789");
    const int64_t unit = text[digits] == '\0' ? unit_ns("s") : unit_ns(text + digits);
    if (unit == 0 || !read_digits(text, digits, UINT64_C(1000000000000000000) / (uint64_t)unit, ns)) return false;
    *ns *= (uint64_t)unit;
    return *ns > 0;
}

static int apply(struct fields *plan, const char *flag, const char *value) {
    enum { TEXT, ITERATIONS, DURATION, SIZE, OPTIONS = 8 };
    static const struct {
        const char *flag, *head;
        int kind;
    } options[OPTIONS] = {{"-bm", "mode=", TEXT}, {"-tg", "tg=", TEXT}, {"-t", "threads=", TEXT}, {"-wi", "wi=", ITERATIONS},
                          {"-i", "i=", ITERATIONS}, {"-w", "w=", DURATION}, {"-r", "r=", DURATION}, {"-bs", "batch=", SIZE}};
    uint64_t number = 0;
    int at = 0;
    while (at < OPTIONS && strcmp(flag, options[at].flag) != 0) ++at;
    if (at == OPTIONS && strcmp(flag, "-p") != 0) return refuse("--solo does not know %s", flag);
    if (value == NULL) return refuse("%s needs a value", flag);
    if (at == OPTIONS) return apply_param(plan, value);
    const int kind = options[at].kind;
    if (kind == TEXT) return set_field(plan, options[at].head, value), 0;
    const bool readable = kind == DURATION ? read_duration(value, &number) : read_natural(value, kind == ITERATIONS ? 1000000 : INT64_MAX, &number);
    if (!readable || (number == 0 && strcmp(flag, "-wi") != 0)) {
        return refuse("%s %s: not a %s", flag, value,
                      kind == ITERATIONS ? "number of iterations" : kind == DURATION ? "time such as 200ms, 1s, 2m" : "batch size");
    }
    return set_number(plan, options[at].head, number), 0;
}

/* Functions of a group that are not compiled in have no threads, unless -tg gives them some. */
static void drop_functions(struct fields *plan) {
    const uint64_t benchmark = strtoull(get(plan, "benchmark="), NULL, 10);
    const size_t shares = find_field(plan, "tg=");
    if (shares == plan->count) return;
    char *share = plan->items[shares] + strlen("tg=");
    for (uint64_t place = 0; *share != '\0'; place += *share++ == ',') {
        if (*share != ',' && find_benchmark(benchmark, place) == NULL) *share = '0';
    }
}

/* As many threads as are asked for, of a group as whole groups. */
static int complete_threads(struct fields *plan) {
    const char *const asked = get(plan, "threads="), *shares = get(plan, "tg=");
    const bool half = strcmp(asked, "half_max") == 0 || strcmp(asked, "-2") == 0, all = strcmp(asked, "max") == 0 || strcmp(asked, "-1") == 0;
    const uint64_t cpus = (uint64_t)count_processors();
    uint64_t threads = !half ? cpus : cpus > 1 ? cpus / 2 : 1, each = 0;
    if (!half && !all && (!read_natural(asked, 4096, &threads) || threads == 0)) {
        return refuse("-t %s: no number of threads from 1 to 4096, nor max or half_max", asked);
    }
    for (; *shares != '\0'; shares += strcspn(shares, ","), shares += *shares == ',') each += strtoull(shares, NULL, 10);
    if (each > 0) threads = (threads + each - 1) / each * each;
    set_number(plan, "threads=", threads);
    set_field(plan, "waits=", threads > 1 && (each > 0 || strstr(get(plan, "injected="), "Control") != NULL) ? "1" : "0");
    return 0;
}

static void complete_times(struct fields *plan) {
    const bool shot = strcmp(get(plan, "mode="), "ss") == 0;
    if (*get(plan, "wi=") == '\0') set_field(plan, "wi=", shot ? "0" : "5");
    if (*get(plan, "i=") == '\0') set_field(plan, "i=", shot ? "1" : "5");
    if (*get(plan, "w=") == '\0') set_field(plan, "w=", "300000000");
    if (*get(plan, "r=") == '\0') set_field(plan, "r=", "200000000");
    if (*get(plan, "tu=") == '\0') set_field(plan, "tu=", strcmp(get(plan, "mode="), "thrpt") == 0 ? "s" : "ns");
}

static void print_phase(const struct opening *opening, const char *name, uint64_t iterations, uint64_t ns, uint64_t batch) {
    printf("%s: ", name);
    if (iterations == 0) printf("<none>");
    else if (opening->mode == SINGLE_SHOT) printf("%" PRIu64 " iteration%s, single-shot each", iterations, iterations == 1 ? "" : "s");
    else printf("%" PRIu64 " iteration%s, %g s each", iterations, iterations == 1 ? "" : "s", (double)ns / 1e9);
    if (iterations > 0 && batch > 1) printf(", %" PRIu64 " calls per op", batch);
    printf("\n");
}

static void print_head(const struct open_case *open, const struct fields *plan) {
    static const char *const titles[MODES] = {"Average time, time/op", "Throughput, ops/time", "Wall time, time/op", "Sampling time", "Single shot invocation time"};
    const struct opening *const opening = &open->opening;
    printf("Benchmark: %s\nBenchmark mode: %s\n", opening->name, titles[opening->mode]);
    print_threads(open);
    print_phase(opening, "Warmup", opening->warmup_iterations, opening->warmup_ns, opening->warmup_batch);
    if (*get(plan, "auto=") != '\0' && opening->mode != SINGLE_SHOT) printf("AutoWarmup: left out; clamh run warms up until steady\n");
    print_phase(opening, "Measurement", opening->iterations, opening->iteration_ns, opening->batch);
    if (*get(plan, "bounded=") != '\0' && opening->mode != SINGLE_SHOT) printf("Bounds of calls: left out; each iteration takes its time\n");
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

static void add_field(struct clamh_text *line, const char *text) { /* encoded as commands are */
    clamh_add(line, "\t", 1);
    for (; *text != '\0'; ++text) {
        if (strchr("%\t\n", *text) != NULL) text_print(line, "%%%02X", (unsigned)(unsigned char)*text);
        else clamh_add(line, text, 1);
    }
}

/* Lets this process carry out a command; false after a failure, which is printed. */
static bool play(struct worker *worker, const struct clamh_text *line) {
    static locale_t chosen = LC_GLOBAL_LOCALE; /* by the benchmark; its decimal point may be a comma */
    const locale_t plain = uselocale(chosen);
    const bool done = answer(worker, line) == DONE;
    chosen = uselocale(plain);
    text_clear(&worker->channel.kept);
    if (!done) complain(NULL);
    return done;
}

static int run(struct worker *worker, const struct fields *plan) {
    const struct open_case *const open = worker->cases;
    const uint64_t warmups = open->opening.warmup_iterations, total = warmups + open->opening.iterations;
    double *const scores = ALLOCATE(double, open->opening.iterations + 1);
    struct clamh_text line = {0};
    print_head(open, plan);
    for (uint64_t at = 0; at < total; ++at) {
        const bool warmup = at < warmups, shot = open->opening.mode == SINGLE_SHOT;
        text_clear(&line);
        text_print(&line, "iterate\tsolo\t%s\t%" PRIu64 "\t%d\t%d\t%d", warmup ? "warmup" : "measurement",
                   shot ? 0 : warmup ? open->opening.warmup_ns : open->opening.iteration_ns, shot, at == 0, at == total - 1);
        if (!play(worker, &line)) return 1;
        printf("Benchmark %s, %siteration %" PRIu64 ": ", open->opening.name, warmup ? "warmup " : "", warmup ? at + 1 : at - warmups + 1);
        print_score(open);
        fflush(stdout);
        if (!warmup) scores[at - warmups] = score(open, -1);
    }
    print_result(open, scores, open->opening.iterations);
    text_free(&line), free(scores);
    if (fflush(stdout) == 0) return 0;
    fprintf(stderr, "results are missing: standard output cannot be written, as on a full disk\n");
    return 1;
}

static int play_solo(int count, char **arguments) {
    uselocale(newlocale(LC_NUMERIC_MASK, "C", (locale_t)0));
    if (count == 0) return refuse("--solo needs the name of a benchmark; there are:%s", list_benchmarks());
    const char *const chosen = choose(arguments[0]);
    if (chosen == NULL) return 2;
    static struct fields plan;
    static struct clamh_text opening;
    clamh_add(&opening, chosen, strlen(chosen));
    decode_fields(&opening, &plan);
    drop_functions(&plan);
    for (int at = 1; at < count; at += 2)
        if (apply(&plan, arguments[at], at + 1 < count ? arguments[at + 1] : NULL) != 0) return 2;
    if (complete_rows(&plan) != 0 || complete_threads(&plan) != 0) return 2;
    complete_times(&plan);
    if (!choose_clock(the_artifact->floor)) return refuse("CLAMH_CLOCK must be counted:NS with NS above 0");
    report_last_failure = complain;
    static struct worker worker;
    worker.channel.in = -1, worker.channel.out = -1;
    text_clear(&opening);
    text_print(&opening, "open\tsolo\tforecast=1");
    for (size_t at = 1; at < plan.count; ++at) add_field(&opening, plan.items[at]);
    if (!play(&worker, &opening)) return strcmp(the_failure.reason, "malformed") != 0 ? 2 : refuse("not possible here: -bm %s%s", get(&plan, "mode="), *get(&plan, "tg=") == '\0' ? "" : " or -tg");
    return run(&worker, &plan);
}

static const char *own_path(const char *invoked_as) {
    static char path[PATH_MAX], own[PATH_MAX] = "/proc/self/exe";
#if defined(__APPLE__)
    int get_own_path(char *path, uint32_t *size) __asm__("__NSGetExecutablePath"); /* its header has names that a benchmark may have too */
    uint32_t size = sizeof own;
    get_own_path(own, &size);
#endif
    return realpath(own, path) != NULL || realpath(invoked_as, path) != NULL ? path : invoked_as;
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
    fprintf(stderr, "Without it: %s --solo NAME [-bm MODE] [-bs N] [-t N] [-tg N,..] [-p PARAM=VALUE] [-wi N] [-w TIME] [-i N] [-r TIME]\n", own);
    fprintf(stderr, "with one of these as NAME:%s\n", list_benchmarks());
    text_free(&artifact), text_free(&path), free(words);
    return 2;
}

int run_solo(int count, char **arguments) {
    if (count > 1 && strcmp(arguments[1], "--solo") == 0) return play_solo(count - 2, arguments + 2);
    return hand_over(count - 1, arguments + 1, own_path(arguments[0]));
}
