//@@State(Scope.Thread)
typedef struct {
    int size;
} Numbers;

//@@Setup
void fill(Numbers *numbers, Suspend *suspend) {}

//@@Benchmark
int sum(Numbers *numbers, Suspend *suspend) { return numbers->size; }
