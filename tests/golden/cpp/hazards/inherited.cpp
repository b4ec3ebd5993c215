struct Base {
    virtual ~Base() = default;
    virtual int value() const = 0;
};

//@@State(Scope.Benchmark)
struct Derived : public virtual Base {
    int value() const override { return 1; }
};

//@@Benchmark
int uses(const Derived &derived) { return derived.value(); }
