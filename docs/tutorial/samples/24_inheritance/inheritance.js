// A benchmark of a base class is one of each class that inherits it, with the annotations of the nearest class that has some.
// JavaScript has no abstract classes: here the base class is one of the two.

//@@State(Scope.Thread)
//@@BenchmarkMode(Mode.AverageTime)
//@@Measurement(iterations = 3)
class LinearSearch {
    numbers = Array.from({ length: 1000 }, (_, at) => at);

    //@@Benchmark
    find() { return this.at(617); }

    at(wanted) {
        let at = 0;
        while (at < 1000 && this.numbers[at] !== wanted) at += 1;
        return at;
    }
}

//@@State(Scope.Thread)
class BinarySearch extends LinearSearch {
    at(wanted) {
        let low = 0;
        let high = 1000;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.numbers[middle] < wanted) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}
