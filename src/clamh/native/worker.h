/* Answers commands, one line each (protocol/README.md). */
#pragma once

#include "channel.h"
#include "case.h"

struct worker {
    struct channel channel;
    struct open_case *cases;
    bool invoked, over; /* over: `exit` came */
};

struct command {
    const char *name;
    bool of_case;
    enum outcome (*carry_out)(struct worker *worker, struct open_case *open, const struct fields *fields);
};
extern const struct command commands[]; /* up to one without a name */

int serve(int in, int out);
/* Carries out one command; its answer is written, also that it failed. */
enum outcome answer(struct worker *worker, const struct clamh_text *line);

/* describe.c */
void describe(struct channel *channel);
/* invoke.c */
enum outcome invoke_case(struct open_case *open, uint64_t calls, struct channel *channel);
/* solo.c */
int run_solo(int count, char **arguments);
