//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
struct Till {
    long coins;
    unsigned char small;
    double rate;
    const char *name;
    int _hidden;
    int many[3];
    unsigned few : 3;
};

long total(const struct Till *till) { return till->coins; }
static double mean(struct Till *till) { return till->rate; }
long _helper(const struct Till *till) { return till->coins; }
void nothing(const struct Till *till) { (void)till; }
long two(const struct Till *till, int n) { return till->coins + n; }
long declared(const struct Till *till);
long by_value(struct Till till) { return till.coins; }

//@@Check
long kept(const struct Till *till) { return till->coins; }
//@@Check
static const char *words(struct Till *till) { return till->name; }

//@@Benchmark
void sell(struct Till *till) { till->coins++; }
