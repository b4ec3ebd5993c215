//@@Benchmark
int f() { return 1; }
//@@AuxCounters(unit = "B", scale = 1000000)
//@@State(Scope.Benchmark)
struct Shared { int n; };
//@@AuxCounters
//@@State(Scope.Thread)
struct Empty { private: int n; };
//@@AuxCounters
//@@State(Scope.Thread)
struct Mixed {
    int n;
    char *text;
    static long all;
    bool on() { return true; }
};
//@@AuxCounters(AuxCounters.Type.EVENTS)
//@@State(Scope.Thread)
struct Same { long n; };
//@@Benchmark
int clash(Mixed &mixed, Same &same) { return 1; }
//@@AuxCounters
struct Outside { int n; };
