//@@State(Scope.Thread)
struct WithoutSemicolon {
    int n = 3
    int m = 4;
    //@@Setup
    void fill() { n = 4 }
};
//@@Benchmark
int takes(WithoutSemicolon &state) {
    return state.n +;
}
