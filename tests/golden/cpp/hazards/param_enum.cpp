enum class Colour : unsigned char { RED, GREEN = 7 };

//@@State(Scope.Benchmark)
class Data {
    enum Private { LOW, HIGH = 1 << 20 };

public:
    //@@Param
    Colour colour;
    //@@Param({"HIGH"})
    Private level;
    //@@Param({"B"})
    enum { A, B } unnamed;
    //@@Benchmark
    int uses() const { return int(colour) + int(level) + int(unnamed); }
};
