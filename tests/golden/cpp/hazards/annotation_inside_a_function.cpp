int outer() {
    //@@Benchmark
    struct Local {
        int get() { return 1; }
    };
    return Local().get();
}

//@@Benchmark
int uses() { return outer(); }
