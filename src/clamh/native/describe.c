/* Who the worker is, and the catalog. */
#include "allocations.h"
#include "worker.h"

static void write_hello(struct channel *channel) {
    struct clamh_text *const hello = event_begin(channel, "hello", "");
    json_integer(hello, "protocol", 2);
    json_string(hello, "language", the_artifact->language);
    json_string(hello, "platform", the_artifact->platform);
    json_begin(hello, "toolchain", '{');
    json_string(hello, "name", the_artifact->toolchain);
    json_string(hello, "version", the_artifact->version);
    json_raw(hello, "flags", the_artifact->flags);
    json_boolean(hello, "optimised", the_artifact->optimised != 0);
    json_end(hello, '}');
    if (the_artifact->runtime[0] != '\0') json_string(hello, "runtime", the_artifact->runtime);
    json_begin(hello, "clocks", '[');
    for (size_t at = 0; at < clocks_count; ++at) {
        json_begin(hello, NULL, '{');
        json_string(hello, "name", clocks_tried[at].name);
        json_integer(hello, "step_ns", clocks_tried[at].step_ns);
        json_integer(hello, "cost_ns", clocks_tried[at].cost_ns);
        json_boolean(hello, "taken", clocks_tried[at].now == the_clock.now);
        json_end(hello, '}');
    }
    json_end(hello, ']');
    json_begin(hello, "capabilities", '{');
    json_string(hello, "cases", "many");
    json_begin(hello, "modes", '[');
    for (int mode = 0; mode < MODES; ++mode) json_string(hello, NULL, mode_names[mode]);
    json_end(hello, ']');
    json_begin(hello, "commands", '[');
    for (const struct command *command = commands; command->name != NULL; ++command) json_string(hello, NULL, command->name);
    json_end(hello, ']');
    json_integer(hello, "max_threads", 4096);
    json_natural(hello, "floor", the_artifact->openings_count);
    json_raw(hello, "gc", "[\"true\",\"off\"]"); /* there is no garbage: it is collected before every iteration, and collection is off in all */
    json_boolean(hello, "thread_ids", own_thread_id() > 0);
    json_string(hello, "slice_unit", "invocations");
    json_boolean(hello, "counters", true);
    json_raw(hello, "counts", can_count_allocations() ? "[\"rusage\",\"gc.allocations\",\"gc.alloc.rate.norm\"]" : "[\"rusage\"]");
    json_end(hello, '}');
    json_raw(hello, "sources", the_artifact->sources);
    json_integer(hello, "pid", getpid());
    event_end(channel);
}

void describe(struct channel *channel) {
    uint64_t counts[3] = {0, 0, 0};
    write_hello(channel);
    for (const char *const *constant = the_artifact->catalog; *constant != NULL; ++constant) {
        if (!expand_catalog(*constant, &channel->event)) continue;
        ++counts[**constant == 's' ? 0 : **constant == 'x' ? 1 : 2];
        --channel->event.size; /* event_end() closes the object */
        event_end(channel);
    }
    struct clamh_text *const event = event_begin(channel, "described", "");
    json_natural(event, "states", counts[0]);
    json_natural(event, "fixtures", counts[1]);
    json_natural(event, "benchmarks", counts[2]);
    event_end(channel);
}
