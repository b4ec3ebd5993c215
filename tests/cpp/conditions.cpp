// What --solo runs of a source of which not all is compiled in.

//@@State(Scope.Benchmark)
//@@ParamRows({"count,size,gone", "1,2.5,3", "4,5.5,6"})
struct Parts {
#if 0
    //@@Param
    int count = 0;
    //@@Param
    int gone = 0;
#else
    //@@Param
    long count = 0;
#endif
    //@@Param
    double size = 0;
#if 0
    //@@Setup
    void prepare() {}
    //@@Check
    int check() { return 1; }
#endif
};

//@@AuxCounters
//@@State(Scope.Thread)
struct Counts {
    int calls = 0;
};

//@@Benchmark
long work(Parts &parts, Counts &counts) { return parts.count + ++counts.calls; }

#if 0
//@@Benchmark
//@@Group("both")
//@@GroupThreads(3)
int first(Parts &parts) { return 1; }
#endif

//@@Benchmark
//@@Group("both")
//@@GroupThreads(2)
long second(Parts &parts) { return parts.count; }
