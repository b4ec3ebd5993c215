#include <cmath>
#include <vector>

static long memo = -1;

//@@State(Scope.Thread)
struct Numbers {
    std::vector<long> items;
    long calls = 0, sign = -1;

    //@@Setup
    void fill(Random &random) {
        items = {random.nextInt(1000), 0, 0};
        items[1] = random.nextInt(1000);
        items[2] = random.nextInt(1000);
    }

    long sum() const { return items[0] + items[1] + items[2]; }
};

//@@Benchmark
long remembered(Numbers &numbers) {
    if (memo < 0) memo = numbers.sum();
    return memo;
}

//@@Benchmark
long counted(Numbers &numbers) { return numbers.sum() + numbers.calls++; }

//@@Benchmark
long turned(Numbers &numbers) {
    numbers.sign = -numbers.sign;
    return numbers.sum() * numbers.sign;
}

//@@Benchmark
double undefinedValue(Numbers &) { return std::nan(""); }

//@@Benchmark
void silent(Numbers &) {}

//@@Benchmark
long accumulated(Numbers &numbers) { return numbers.sum() + ++numbers.calls; }

//@@Benchmark
bool always(Numbers &numbers) { return numbers.sum() >= 0; }

//@@Benchmark
long literal() { return 42; }
