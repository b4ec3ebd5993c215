// Numbers in boxes of their own, against numbers that stand in the array itself.

const COUNT = 1000;

//@@State(Scope.Thread)
class Numbers {
    //@@Param({"0", "1000000", "1099511627776"})
    smallest = 0;
    plain = new Float64Array(0);
    boxes = [];
    sum = [null];

    //@@Setup
    fill() {
        this.plain = Float64Array.from({ length: COUNT }, (_, at) => this.smallest + ((at * 7) % 100));
        // An array that has held other things than numbers holds references, and to V8 a large number then is an object.
        this.boxes = Array.from({ length: COUNT }, () => null);
        for (let at = 0; at < COUNT; ++at) {
            this.boxes[at] = this.plain[at];
        }
    }
}

//@@Benchmark(baseline = true)
//@@OperationsPerInvocation(1000)
function sumPlain(numbers) {
    const plain = numbers.plain;
    let sum = 0;
    for (let at = 0; at < COUNT; ++at) {
        sum += plain[at];
    }
    return sum;
}

// Unboxing: a load through a reference for each number.
//@@Benchmark
//@@OperationsPerInvocation(1000)
function sumBoxed(numbers) {
    const boxes = numbers.boxes;
    let sum = 0;
    for (let at = 0; at < COUNT; ++at) {
        sum += boxes[at];
    }
    return sum;
}

// Boxing: every number gets a new box.
//@@Benchmark
//@@OperationsPerInvocation(1000)
function boxAll(numbers) {
    const { plain, boxes } = numbers;
    for (let at = 0; at < COUNT; ++at) {
        boxes[at] = plain[at];
    }
    return boxes[0] + boxes[COUNT - 1];
}

// Both: the sum itself is in a box, a new one after each addition.
//@@Benchmark
//@@OperationsPerInvocation(1000)
function accumulateBoxed(numbers) {
    const { plain, sum } = numbers;
    sum[0] = 0;
    for (let at = 0; at < COUNT; ++at) {
        sum[0] += plain[at];
    }
    return sum[0];
}
