//@@Benchmark
int f(void) { return 1; }
//@@AuxCounters(unit = "B", scale = 1000000)
//@@State(Scope.Benchmark)
struct Shared { int n; };
//@@AuxCounters
//@@State(Scope.Thread)
struct Empty { int _n; };
//@@AuxCounters
//@@State(Scope.Thread)
struct Mixed {
    int n;
    char *text;
};
_Bool on(struct Mixed *mixed) { return 1; }
//@@AuxCounters(AuxCounters.Type.EVENTS)
//@@State(Scope.Thread)
struct Same { long n; };
//@@Benchmark
int clash(struct Mixed *mixed, struct Same *same) { return 1; }
//@@AuxCounters
struct Outside { int n; };
