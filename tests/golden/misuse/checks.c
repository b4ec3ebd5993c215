//@@State(Scope.Thread)
struct Sorted {
    //@@Check
    long field;
};
//@@Check
void nothing(struct Sorted *sorted) {}
//@@Check
long at(struct Sorted *sorted, int place) { return place; }
//@@Check
//@@Setup
long prepared(struct Sorted *sorted) { return 1; }
//@@Check(once = true)
long good(const struct Sorted *sorted) { return 1; }
//@@State(Scope.Thread)
struct Other {
    int n;
};
//@@Check
long GOOD(struct Other *other) { return 2; }
struct Plain {
    int n;
};
//@@Check
long lost(struct Plain *plain) { return 3; }
//@@Benchmark
void sort(struct Sorted *sorted, struct Other *other) {}
//@@Check
long everywhere(void) { return 4; }
