struct Plain {};
//@@State
struct NoScope {};
//@@State(Scope.Group)
struct Grouped {};
//@@State(Scope.Thread)
struct Mine {};
//@@StateLabel("data")
struct Labelled {};
//@@Benchmark
int takes_plain(Plain &plain, Mine &mine) { return 1; }
//@@Benchmark
int takes_number(int n) { return n; }
//@@Benchmark
int takes_unknown(Blackhole &hole, const std::vector<int> &data, Elsewhere &other) { return 1; }
//@@Benchmark
int takes_control(Control &control) { return 1; }
//@@Setup
void setup(Plain &plain) {}
//@@Benchmark
int takes_copy(Mine mine) { return 1; }
//@@Benchmark
template <class T> int made_of(Mine &mine) { return 1; }
//@@State(Scope.Thread)
template <class T> struct Made { T n; };
