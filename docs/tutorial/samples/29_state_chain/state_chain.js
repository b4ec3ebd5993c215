// A state's fixtures may take other states: those are set up before and torn down after it. A circle is an error.

//@@State(Scope.Benchmark)
class Size {
    //@@Param({"100", "1000"})
    size = 0;
}

//@@State(Scope.Benchmark)
class Vector {
    vector = [];

    //@@Setup
    fill(size) { this.vector = new Float64Array(size.size).fill(0.5); }
}

//@@State(Scope.Thread)
class Product {
    left = [];
    right = [];

    //@@Setup
    take(vector) {
        this.left = vector.vector.slice();
        this.right = vector.vector.slice();
    }
}

//@@Benchmark
function dot(product) {
    let sum = 0;
    for (let at = 0; at < product.left.length; at += 1) sum += product.left[at] * product.right[at];
    return sum;
}
