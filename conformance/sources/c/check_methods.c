// Is what a state's Check methods return reported, as the invocation left the state, before the iteration is torn down?
#include "clamh.h"
#include "transcript.h"

//@@State(Scope.Thread)
typedef struct {
    int goods[8];
    int count;
} Shelf;

//@@Setup(Level.Iteration)
static void stock(Shelf *shelf) {
    transcript_line(-1, "setup Iteration");
    shelf->goods[0] = 3, shelf->goods[1] = 1, shelf->goods[2] = 2;
    shelf->count = 3;
}

//@@Setup(Level.Invocation)
static void ready(Shelf *shelf) {
    transcript_line(-1, "setup Invocation");
    shelf->goods[shelf->count++] = 0;
}

//@@TearDown(Level.Invocation)
static void done(Shelf *shelf) {
    transcript_line(-1, "teardown Invocation");
    shelf->goods[shelf->count++] = 9;
}

//@@TearDown(Level.Iteration)
static void sell(Shelf *shelf) {
    transcript_line(-1, "teardown Iteration");
    shelf->count = 0;
}

//@@TearDown(Level.Trial)
static void shut(Shelf *shelf) {
    transcript_line(-1, "teardown Trial");
    shelf->count = -1;
}

//@@Check
static clamh_array sorted(const Shelf *shelf) {
    transcript_line(-1, "check sorted");
    return clamh_array(shelf->goods, shelf->count);
}

//@@Check
static long kept(const Shelf *shelf) {
    transcript_line(-1, "check kept");
    return shelf->count;
}

//@@State(Scope.Benchmark)
struct Sign {
    char unused;
};

//@@Check
static const char *words(const struct Sign *sign) {
    transcript_line(-1, "check words");
    return sign->unused ? "closed" : "open";
}

//@@Benchmark
static void sort(Shelf *shelf) {
    transcript_line(-1, "call sort");
    for (int end = shelf->count; end > 1; --end) {
        for (int at = 1; at < end; ++at) {
            const int left = shelf->goods[at - 1];
            if (left <= shelf->goods[at]) continue;
            shelf->goods[at - 1] = shelf->goods[at];
            shelf->goods[at] = left;
        }
    }
}

//@@Benchmark
static _Bool many(struct Sign *sign, Blackhole *blackhole) {
    (void)sign;
    transcript_line(-1, "call many");
    for (int number = 0; number < 150; ++number) clamh_consume(blackhole, number);
    return 1;
}
