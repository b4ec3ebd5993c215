/**/ @Benchmark int first(void) { return 1; } @Benchmark int second(void) { return 2; }
@Benchmark @OperationsPerInvocation(2) int third(void) { return 3; }
