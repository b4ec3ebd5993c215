int broken(int { return; }
struct { ;;; } x y z;

//@@Benchmark
int sum(void) { return 1; }

void never_closed(void) {
