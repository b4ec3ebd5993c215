// Adds n values to a list and sorts it once behind the last of them. The sort is inside the time.
#include "clamh.h"

#include <stdlib.h>

//@@State(Scope.Thread)
typedef struct {
    //@@Param({"100", "10000"})
    int n;
    int values[10000];
} List;

static int order(const void *left, const void *right) { return (*(const int *)left > *(const int *)right) - (*(const int *)left < *(const int *)right); }

//@@Benchmark
int add_then_sort(List *list, clamh_operations *operations) {
    for (int at = 0; at < list->n; ++at) list->values[at] = at * 40503 % 65536;
    qsort(list->values, (size_t)list->n, sizeof list->values[0], order);
    clamh_operations_add(operations, list->n);
    return list->values[list->n / 2];
}
