// A benchmark of a trait is one of each struct that has the trait, with the annotations of the struct where it has some.

//@@BenchmarkMode(Mode.AverageTime)
//@@Measurement(iterations = 3)
trait Search {
    fn at(&self, wanted: i32) -> usize;

    //@@Benchmark
    fn find(&self) -> usize { self.at(617) }
}

//@@State(Scope.Thread)
struct LinearSearch {
    numbers: Vec<i32>,
}

impl LinearSearch {
    fn new() -> Self { LinearSearch { numbers: (0..1000).collect() } }
}

impl Search for LinearSearch {
    fn at(&self, wanted: i32) -> usize {
        let mut at = 0;
        while at < 1000 && self.numbers[at] != wanted {
            at += 1;
        }
        at
    }
}

//@@State(Scope.Thread)
struct BinarySearch {
    numbers: Vec<i32>,
}

impl BinarySearch {
    fn new() -> Self { BinarySearch { numbers: (0..1000).collect() } }
}

impl Search for BinarySearch {
    fn at(&self, wanted: i32) -> usize {
        let (mut low, mut high) = (0, 1000);
        while low < high {
            let middle = (low + high) / 2;
            if self.numbers[middle] < wanted {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}
