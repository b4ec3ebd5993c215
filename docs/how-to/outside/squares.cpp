// A program and a benchmark in one file.

#include <cstdio>

#include "clamh.h"

//@@State(Scope.Benchmark)
struct Numbers {
    int count = 100;
};

//@@Benchmark
void sumOfSquares(const Numbers &numbers, Blackhole &blackhole) {
    long sum = 0;
    for (int number = 1; number <= numbers.count; ++number) sum += static_cast<long>(number) * number;
    blackhole.consume(sum);
}

#ifndef CLAMH
int main() {
    Numbers numbers;
    Blackhole blackhole;
    sumOfSquares(numbers, blackhole);
    std::printf("on %d threads at most\n", int(Threads.MAX));
}
#endif
