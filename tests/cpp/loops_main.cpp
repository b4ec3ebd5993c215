// Calls every registered stub, with a count that no compiler knows, and nothing else of the worker.
#include "loop.hpp"

alignas(64) static char memory[4096];

int main(int count, char **) {
    void *objects[] = {memory, memory};
    for (const clamh::Function *one = clamh::fixtures; one != nullptr; one = one->next) one->repeat(objects, 1);
    for (const clamh::Function *one = clamh::benchmarks; one != nullptr; one = one->next) {
        one->repeat(objects, static_cast<unsigned long>(count));
    }
}
