//@@State(Scope.Benchmark)
struct Data {
    int value = 1;
    int operator()(int factor) const { return value * factor; }
    explicit operator bool() const { return value != 0; }
    bool operator<(const Data &other) const { return value < other.value; }
    Data &operator->*(int) { return *this; }
};

//@@Benchmark
bool uses(const Data &data) { return data < data || data(2) > 1; }
