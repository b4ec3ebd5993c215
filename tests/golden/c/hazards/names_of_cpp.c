//@@State(Scope.Thread)
struct new {
    //@@Param("1")
    int class, this;
    void *template;
};
//@@Benchmark
int delete(struct new *operator) { return operator->class; }
//@@Benchmark
int namespace(struct new *virtual) { return virtual->this; }
