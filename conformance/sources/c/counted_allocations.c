// Are allocations counted around what is timed, and not around iteration fixtures?
#include "transcript.h"

#include <stdlib.h>

//@@State(Scope.Thread)
typedef struct {
    int made;
} Maker;

static void make(Maker *maker, int blocks) {
    for (; blocks > 0; --blocks, ++maker->made) {
        char *volatile block = malloc(1024);
        free(block);
    }
}

//@@Setup(Level.Iteration)
void begin(Maker *maker) {
    transcript_line(-1, "setup Iteration");
    make(maker, 30000);
}

//@@TearDown(Level.Iteration)
void end(Maker *maker) {
    make(maker, 30000);
    transcript_line(-1, "teardown Iteration");
}

//@@Benchmark
int allocate(Maker *maker) {
    make(maker, 300);
    return maker->made;
}
