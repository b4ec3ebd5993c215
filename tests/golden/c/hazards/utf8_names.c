//@@State(Scope.Thread)
typedef struct {
    //@@Param("ä")
    const char *größe;
} Eingabe;
/* → */ //@@Benchmark
int zähle(Eingabe *e) { return e->größe[0]; }
