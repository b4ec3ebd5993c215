// Fibonacci numbers by two parallel algorithms, each beside the same algorithm in one thread.

#include <pthread.h>
#include <stdint.h>

static int recursive(int number) { return number < 2 ? number : recursive(number - 1) + recursive(number - 2); }

static void *compute_calls(void *number) {
    *(int *)number = recursive(*(int *)number);
    return NULL;
}

static pthread_t start(void *(*function)(void *), void *argument) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, function, argument) != 0) clamh_fail("the system gives no thread");
    return thread;
}

// The smaller half of the calls goes to another thread, as often as `forks` says.
static int forked(int number, int forks) {
    if (forks == 0) return recursive(number);
    int theirs = number - 2;
    const pthread_t other = start(compute_calls, &theirs);
    const int mine = forked(number - 1, forks - 1);
    pthread_join(other, NULL);
    return mine + theirs;
}

// The Fibonacci number and the next one, modulo 2 to the 32.
typedef struct {
    int number;
    uint32_t current, following;
} Pair;

static void loop(Pair *pair) {
    uint32_t current = 0, following = 1;
    for (int remaining = pair->number; remaining > 0; --remaining) {
        const uint32_t sum = current + following;
        current = following;
        following = sum;
    }
    pair->current = current;
    pair->following = following;
}

static void *compute_chain(void *pair) {
    loop(pair);
    return NULL;
}

//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"20", "27"})
    int number;
    //@@Param({"1", "3"})
    int forks;
} Calls;

//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"10000", "1000000"})
    int number;
} Chain;

//@@Benchmark
int fibo_calls(const Calls *calls) { return recursive(calls->number); }

//@@Benchmark
int fibo_calls_forked(const Calls *calls) { return forked(calls->number, calls->forks); }

//@@Benchmark
int32_t fibo_chain(const Chain *chain) {
    Pair pair = {.number = chain->number};
    loop(&pair);
    return (int32_t)pair.current;
}

// F(m + n) = F(m) F(n + 1) + F(m - 1) F(n): so the chain falls into two that do not wait for each other.
//@@Benchmark
int32_t fibo_chain_halved(const Chain *chain) {
    const int half = chain->number / 2;
    Pair theirs = {.number = half - 1}, mine = {.number = chain->number - half};
    const pthread_t other = start(compute_chain, &theirs);
    loop(&mine);
    pthread_join(other, NULL);
    return (int32_t)(theirs.following * mine.following + theirs.current * mine.current);
}
