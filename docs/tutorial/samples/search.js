//@@State(Scope.Benchmark)
class Numbers {
    //@@Param({"8", "1024"})
    size = 0;

    //@@Setup
    fill() {
        this.sorted = new Int32Array(this.size);
        for (let i = 0; i < this.size; ++i) this.sorted[i] = 2 * i;
        this.wanted = this.sorted[this.size - 1];
    }
}

//@@Benchmark
function eachInTurn(numbers) {
    for (let i = 0; i < numbers.size; ++i) {
        if (numbers.sorted[i] === numbers.wanted) return i;
    }
    return -1;
}

//@@Benchmark
function halving(numbers) {
    let low = 0, high = numbers.size - 1;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (numbers.sorted[middle] < numbers.wanted) low = middle + 1;
        else high = middle;
    }
    return numbers.sorted[low] === numbers.wanted ? low : -1;
}
