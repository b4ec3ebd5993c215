//@@Setup
void for_all() {}

class Elsewhere {
public:
    //@@Teardown
    static void for_all_too() {}
};

//@@State(Scope.Thread)
struct Second {};

//@@State(Scope.Benchmark)
struct First {
    //@@Setup(Level.Iteration)
    void own() {}
    //@@Setup
    //@@TearDown
    void with_another(Second &second, Blackhole &hole) {}
};

//@@Teardown(Level.Iteration)
void of_both(Second &second, const First &first) {}

//@@Benchmark
int one(First &first) { return 1; }
//@@Benchmark
int two(const Second &second, First &first, Second &again) { return 2; }
