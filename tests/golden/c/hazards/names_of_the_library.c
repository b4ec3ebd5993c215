//@@Benchmark
int read(void) { return 1; }
//@@Benchmark
static int write(void) { return 1; }
//@@Benchmark
int own_read(void) { return 1; }

#ifdef _WIN32
int clock_gettime(int clock, void *time) { return clock; }
#endif
long free, own_free;
const long log = 1;
static long malloc;
extern long fputs;
struct { long read; } own;
extern int close(int file) { return file; }
