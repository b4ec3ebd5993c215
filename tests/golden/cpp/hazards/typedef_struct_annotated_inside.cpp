typedef struct @State(Scope.Benchmark) {
    @Param({"2"}) int value;
} Data;

typedef struct @State(Scope.Thread) tagged {
    int value;
} Renamed;

@Benchmark
int uses(const Data &data, Renamed &other) { return data.value + other.value; }
