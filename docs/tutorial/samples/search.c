// Where does a number stand among sorted ones? Looking at each in turn, or halving what is left.

#include <stdlib.h>

//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"8", "1024"})
    int size;

    int *sorted;
    int wanted;
} Numbers;

//@@Setup
void fill(Numbers *numbers) {
    numbers->sorted = malloc(numbers->size * sizeof *numbers->sorted);
    for (int i = 0; i < numbers->size; ++i) numbers->sorted[i] = 2 * i;
    numbers->wanted = numbers->sorted[numbers->size - 1];
}

//@@Teardown
void drop(Numbers *numbers) { free(numbers->sorted); }

//@@Benchmark
int each_in_turn(const Numbers *numbers) {
    for (int i = 0; i < numbers->size; ++i) {
        if (numbers->sorted[i] == numbers->wanted) return i;
    }
    return -1;
}

//@@Benchmark
int halving(const Numbers *numbers) {
    int low = 0, high = numbers->size - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (numbers->sorted[middle] < numbers->wanted) low = middle + 1;
        else high = middle;
    }
    return numbers->sorted[low] == numbers->wanted ? low : -1;
}
