// What CLAMH measures; mitata.mjs measures the same.

//@@State(Scope.Benchmark)
export class Plain {
    //@@Param({"3"})
    left = 0;
    //@@Param({"4"})
    right = 0;
}

//@@State(Scope.Benchmark)
//@@StateLabel("state")
export class Numbered {
    //@@Param({"25"})
    number = 0;
}

const recursive = (number) => (number > 1 ? number * recursive(number - 1) : 1.0);

//@@Benchmark
export function empty() {}

//@@Benchmark
export function addPlain(plain) { return plain.left + plain.right; }

//@@Benchmark
export function factorialRecursive(state) { return recursive(state.number); }

//@@Benchmark
export function factorialIterative(state) {
    let product = 1.0;
    for (let factor = state.number; factor > 1; factor -= 1) product *= factor;
    return product;
}

//@@Benchmark
export function object(plain) { return { left: plain.left, right: plain.right }; }
