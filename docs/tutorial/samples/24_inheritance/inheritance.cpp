// A benchmark of a base class is one of each class that inherits it, with the annotations of the nearest class that has some.

//@@BenchmarkMode(Mode.AverageTime)
//@@Measurement(iterations = 3)
class Search {
public:
    virtual ~Search() = default;

    //@@Benchmark
    int find() { return at(617); }

protected:
    virtual int at(int wanted) const = 0;
};

//@@State(Scope.Thread)
class LinearSearch : public Search {
    int numbers[1000];

public:
    LinearSearch() {
        for (int at = 0; at < 1000; ++at) numbers[at] = at;
    }
    int at(int wanted) const override {
        int at = 0;
        while (at < 1000 && numbers[at] != wanted) ++at;
        return at;
    }
};

//@@State(Scope.Thread)
class BinarySearch : public Search {
    int numbers[1000];

public:
    BinarySearch() {
        for (int at = 0; at < 1000; ++at) numbers[at] = at;
    }
    int at(int wanted) const override {
        int low = 0, high = 1000;
        while (low < high) {
            const int middle = (low + high) / 2;
            if (numbers[middle] < wanted) low = middle + 1;
            else high = middle;
        }
        return low;
    }
};
