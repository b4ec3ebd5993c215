// In a real program one call site often meets both kinds. `-wm BULK` warms up every benchmark of the source in each fork, before the
// measured one: a compiler that learns at run time then knows both, and the code is that of the real program, not of the best case.

typedef struct Counter Counter;
struct Counter {
    int (*next)(Counter *counter);
    int value;
};

static int next_upward(Counter *counter) { return ++counter->value; }
static int next_downward(Counter *counter) { return --counter->value; }
static int three(Counter *counter) { return counter->next(counter) + counter->next(counter) + counter->next(counter); }

//@@State(Scope.Thread)
typedef struct {
    Counter upward, downward;
} Both;

//@@Setup
void begin(Both *both) { both->upward.next = next_upward, both->downward.next = next_downward; }

//@@Benchmark
int count_upward(Both *both) { return three(&both->upward); }

//@@Benchmark
int count_downward(Both *both) { return three(&both->downward); }
