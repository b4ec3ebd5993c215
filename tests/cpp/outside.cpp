#include "clamh.h"
#include <cstdio>

static_assert(sizeof(std::uint64_t) == 8, "clamh.h includes cstdint");
//@@State(Scope.Benchmark)
struct S { int threads; long *data; static const int fixed = 7; };
//@@Setup
void setup(S &s, Memory &memory) { s.threads = Threads.MAX; s.data = memory.array<long>(10); }
//@@Benchmark
long draws(S &s, Random &random, Blackhole &bh, Operations &operations, Suspend &suspend) { unsigned char b[5]; { auto paused = suspend.pause(); suspend.run([&] { b[0] = 1; }); } random.nextBytes(b); bh.consume(b); bh.consume(S::fixed); bh.consume(s); bh.consume("x"); Blackhole::consumeCPU(10); operations.add(2); return s.data[random.nextInt(10)] + random.nextLong(5); }
//@@Benchmark
int shown(BenchmarkParams &params, IterationParams &it, ThreadParams &t, Control &control) { return params.getThreads() + it.getBatchSize() + t.getThreadCount() + (control.stopMeasurement ? 1 : 0) + int(params.getParamsKeys().size()) + (params.getParam("x") != nullptr) + (params.id()[0] != '-'); }
int main() {
  Suspend suspend; S s; Memory memory; Random random(7); Blackhole bh; Operations operations; BenchmarkParams params; IterationParams it; ThreadParams t; Control control;
  setup(s, memory);
  std::printf("%d %d %d\n", s.threads >= 1 && Threads.HALF_MAX == (Threads.MAX > 1 ? Threads.MAX / 2 : 1), (int)draws(s, random, bh, operations, suspend) >= 0, shown(params, it, t, control));
}
