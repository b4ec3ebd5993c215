//@@State(Scope.Benchmark)
struct Größe {
    //@@Param({"naïve", "日本"})
    const char *naïve;
};

/* ÄÖÜ */ @Benchmark int zähle(const Größe &größe) { return größe.naïve[0]; }
