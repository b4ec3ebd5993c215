// Each insertion makes the next one dearer, so there is no "time of one insertion" to converge to. Single shot with a batch size measures
// exactly 5,000 of them from an empty list, as one operation, in every language.

#include <string.h>

enum { MOST = 5000 };

//@@State(Scope.Thread)
typedef struct {
    int list[MOST];
    size_t size;
} Growing;

//@@Setup(Level.Iteration)
void empty(Growing *growing) { growing->size = 0; }

//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
//@@Warmup(iterations = 3, batchSize = 5000)
//@@Measurement(iterations = 3, batchSize = 5000)
size_t insert_in_middle(Growing *growing) {
    int *const middle = growing->list + growing->size / 2;
    memmove(middle + 1, middle, (growing->size - growing->size / 2) * sizeof *middle);
    *middle = 1;
    return ++growing->size;
}
