// States whose destructors use what they were given in a setup.
#include <chrono>
#include <cstdio>
#include <thread>

//@@State(Scope.Benchmark)
struct Pool {
    ~Pool() { std::puts("~Pool"); }
    void give_back() { std::puts("given back"); }
};

//@@State(Scope.Thread)
struct Client {
    Pool *pool = nullptr;
    int index = 0;
    //@@Setup
    void take(Pool &from, ThreadParams &params) { pool = &from, index = params.getThreadIndex(); }
    ~Client() {
        std::this_thread::sleep_for(std::chrono::milliseconds(20 * index));
        if (pool != nullptr) pool->give_back();
    }
};

//@@Benchmark
int borrows(const Client &client) { return client.index; }

//@@State(Scope.Thread)
struct Numbers {
    static constexpr int count = 1 << 20;  // bytes of so many ints go back to the system
    int *numbers = nullptr;
    //@@Setup
    void fill(Memory &memory) {
        numbers = memory.array<int>(count);
        for (int at = 0; at < count; ++at) numbers[at] = 1;
    }
    ~Numbers() {
        long sum = 0;
        for (int at = 0; numbers != nullptr && at < count; ++at) sum += numbers[at];
        std::printf("sum %ld\n", sum);
    }
};

//@@Benchmark
int reads(const Numbers &state) { return state.numbers[7]; }
