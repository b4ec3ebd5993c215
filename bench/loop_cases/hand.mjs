// The loops as a careful person writes them for V8: the state is reached through an index that changes, or else V8 would read
// it once for all passes, and what was computed last is returned. The empty loop has nothing to reach.

export function handEmptyLoop(passes) {
    let pass = 0;
    while (pass < passes) pass += 1;
    return pass;
}

export function handPlain(state, passes) {
    const states = [state, state];
    let result;
    for (let pass = 0; pass < passes; pass += 1) {
        const one = states[pass & 1];
        result = one.left + one.right;
    }
    return result;
}

export function handStatic(Held, passes) {
    const both = [Held, Held];
    let result;
    for (let pass = 0; pass < passes; pass += 1) {
        const One = both[pass & 1];
        result = One.left + One.right;
    }
    return result;
}

// Of the module, as the benchmark's: a closure that each call makes anew is another function to a compiler.
const recursive = (number) => (number > 1 ? number * recursive(number - 1) : 1.0);

export function handRecursive(state, passes) {
    const states = [state, state];
    let result;
    for (let pass = 0; pass < passes; pass += 1) result = recursive(states[pass & 1].number);
    return result;
}

export function handIterative(state, passes) {
    const states = [state, state];
    let result;
    for (let pass = 0; pass < passes; pass += 1) {
        let product = 1.0;
        for (let factor = states[pass & 1].number; factor > 1; factor -= 1) product *= factor;
        result = product;
    }
    return result;
}
