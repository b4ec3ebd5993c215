// Names that the runtime, the core or the C library have, and macros that would break what follows the user's text.
#define ROUNDS 1000 /* a constant in a function of the core */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>

//@@State(Scope.Thread)
struct clamh {
    //@@Param("1")
    int type;
    //@@Param("2.5")
    double size;
    //@@Param({"first"})
    const char *name;
    int objects, invocations, number, place, takes;
};

struct text {
    int bytes;
};
enum level { TRIAL = 7, ITERATION, INVOCATION };

//@@Setup
static void construct(struct clamh *clamh) { clamh->objects = clamh->type; }

//@@Benchmark
static int repeat(const struct clamh *clamh) { return clamh->type; }
//@@Benchmark
static double run(const struct clamh *registered) { return registered->size; }
//@@Benchmark
int serve(const struct clamh *thread) { return thread->objects + TRIAL; }
//@@Benchmark
int fail(void) { return INVOCATION; }
//@@Benchmark
int answer(void) { return (int)sizeof(struct text); }
//@@Benchmark
int b0(void) { return 1; }
//@@Benchmark
static int floor_(void) { return 2; }
//@@Benchmark
int meet(void) { return 3; }
//@@Benchmark
static char *pointer(const struct clamh *clamh) { return (char *)clamh->name; }

int main(int count, char **arguments) {
    return count + (arguments == NULL);
}

// No macro that follows has a name that is registered, since that would be wrong without CLAMH too.
#define objects static
#define invocations 5
#define number 12
#define value {
#define text }
#define result 1 +
#define call (
#define takes )
#define owner enum
#define injected ;
#define static
#define inline
#define for while
#define id 3
#define p0 0.99
#define s0 state[0]
#define float double
#define unsigned int
#define volatile }
