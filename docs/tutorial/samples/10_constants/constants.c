// What the compiler knows it computes beforehand: rootOfLiteral measures no root. Inputs belong into a state, whose fields the
// compiler must take for changed before every invocation.

#include <math.h>

//@@State(Scope.Thread)
typedef struct {
    double number;
} Input;

//@@Setup
void set(Input *input) { input->number = 3.7; }

static const double constant = 3.7;

//@@Benchmark
double root_of_literal(void) { return sqrt(3.7); }

//@@Benchmark
double root_of_constant(void) { return sqrt(constant); }

//@@Benchmark
double root_of_state(const Input *input) { return sqrt(input->number); }
