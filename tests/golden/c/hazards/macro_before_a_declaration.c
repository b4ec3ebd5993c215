MODULE_LICENSE("GPL");
DECLARE_LIST(head)

//@@State(Scope.Thread)
struct API_EXPORT Input {
    FIELD_ATTRIBUTE
    //@@Param("1")
    int n;
};

//@@Benchmark
int sum(const struct Input *input) { return input->n; }
EXPORT_SYMBOL(sum);
//@@Benchmark
int after(const struct Input *input) { return input->n; }
