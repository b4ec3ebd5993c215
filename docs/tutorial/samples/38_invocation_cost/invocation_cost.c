// A fixture at each invocation of something short: the clock is read around every call, and what it costs, and what it disturbs, is many
// times the work. CLAMH takes the cost of the clock off and warns; touch_often is the same work measured as it should be.

//@@State(Scope.Thread)
typedef struct {
    int value;
} Touched;

//@@State(Scope.Thread)
typedef struct {
    int value;
} Reset;

//@@Setup(Level.Invocation)
void reset(Reset *state) { state->value = 0; }

//@@Benchmark
int touch_often(Touched *state) { return ++state->value; }

//@@Benchmark
int touch_after_reset(Reset *state) { return ++state->value; }
