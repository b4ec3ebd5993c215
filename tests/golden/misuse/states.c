struct Plain { int n; };
//@@State
struct NoScope { int n; };
//@@State(Scope.Group)
struct Grouped { int n; };
//@@State(Scope.Thread)
typedef struct { int n; } Mine;
//@@StateLabel("data")
struct Labelled { int n; };
//@@Benchmark
int takes_plain(struct Plain *plain, Mine *mine) { return 1; }
//@@Benchmark
int takes_number(int n) { return n; }
//@@Benchmark
int takes_unknown(Blackhole *hole, const struct vector *data, Elsewhere *other) { return 1; }
//@@Benchmark
int takes_control(Control *control) { return 1; }
//@@Setup
void setup(struct Plain *plain) {}
//@@Benchmark
int takes_copy(Mine mine) { return 1; }
