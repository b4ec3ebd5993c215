// The class of a benchmark may be the state itself: its fields are protected like those of any other.

//@@State(Scope.Thread)
class OwnState {
    number = 2.0;

    //@@Benchmark
    square() { return this.number * this.number; }
}
