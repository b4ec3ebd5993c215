//@@Benchmark
void short_names(Blackhole *hole, Control *control, BenchmarkParams *benchmark, IterationParams *iteration, ThreadParams *thread, Random *random,
                 Memory *memory, Operations *operations);
//@@Benchmark
void long_names(const clamh_blackhole *hole, struct clamh_control *control, clamh_benchmark_params *benchmark, clamh_iteration_params *iteration,
                clamh_thread_params *thread, clamh_random *random, clamh_memory *memory, clamh_operations *operations);
typedef clamh_random Generator;
//@@Benchmark
void own_name(Generator *random) { (void)random; }
