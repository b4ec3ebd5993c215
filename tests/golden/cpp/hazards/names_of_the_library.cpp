long read, own_read;
static long write;
const long open = 1;
extern long close;
const char *getenv;
namespace own { long free; }
struct Own { static long free; };
int log(int x) { return x; }
//@@Benchmark
int uses() { return log(1); }
