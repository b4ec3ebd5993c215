/* Answers commands, one line each (protocol/README.md). */
#ifndef CLAMH_WORKER_H
#define CLAMH_WORKER_H

#include "channel.h"
#include "case.h"

struct worker {
    struct channel channel;
    struct open_case *cases;
    bool invoked;
};

int serve(int in, int out);
/* Carries out one command; its answer is written. false for `exit`. */
bool answer(struct worker *worker, const struct clamh_text *line);

/* describe.c */
void describe(struct channel *channel);
/* solo.c */
int run_solo(int count, char **arguments);

#endif
