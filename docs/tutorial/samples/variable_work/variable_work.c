// Each call does as much as it finds: the search says how many numbers it looked at, and the score is per number looked at, not per call.

//@@State(Scope.Thread)
typedef struct {
    int numbers[4096];
    unsigned next;
} Haystack;

//@@Setup
void begin(Haystack *hay) { hay->next = 1; }

//@@Benchmark
int look_for(Haystack *hay, Operations *operations) {
    hay->next = hay->next * 1664525u + 1013904223u;
    const int wanted = (int)(hay->next >> 20);
    hay->numbers[wanted] = 1;
    int at = 0;
    while (hay->numbers[at] == 0) ++at;
    hay->numbers[at] = 0;
    clamh_operations_add(operations, at + 1);
    return at;
}
