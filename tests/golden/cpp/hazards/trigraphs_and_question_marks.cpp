//@@State(Scope.Benchmark)
struct Data {
    //@@Param({"??/", "\"quoted\"", "100%", "a\\b"})
    const char *text;
};

//@@Benchmark(name = "why??=")
int uses(const Data &data) { return data.text[0]; }
