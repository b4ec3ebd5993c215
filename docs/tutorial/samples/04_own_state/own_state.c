// C has no methods: the state of a benchmark is what it takes a pointer to, and its fields are protected like those of any other.

//@@State(Scope.Thread)
typedef struct {
    double number;
} OwnState;

//@@Setup
void set(OwnState *own) { own->number = 2.0; }

//@@Benchmark
double square(const OwnState *own) { return own->number * own->number; }
