#ifdef __cplusplus
extern "C" {
#endif

//@@Benchmark
int sum(void) { return 1; }

#ifdef __cplusplus
}
#endif
