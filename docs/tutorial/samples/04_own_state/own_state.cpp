// The class of a benchmark may be the state itself: its fields are protected like those of any other.

//@@State(Scope.Thread)
class OwnState {
    double number = 2.0;

public:
    //@@Benchmark
    double square() { return number * number; }
};
