// The loops as a careful person writes them for V8. What nobody can have changed V8 reads once for all passes, and it has no empty assembly.
// So before the first of each 1,024 passes a function is called that V8 does not inline and that may change everything, and the state is
// fetched anew. The test for it is the only one of a pass: the loop ends there too, so that V8 cannot leave all values but the last
// out. How many passes are left stands in an object meanwhile: V8 keeps in memory, in each pass, what lives through the call.
import { Held } from './work.mjs';

const changed = new Function('never', `if (never !== undefined) {\n${'never.count = never.count * 3 + 1;\n'.repeat(200)}}`);
if (globalThis.Bun !== undefined) (await import('bun:jsc')).noInline(changed); // however long it is, JavaScriptCore inlines it

const rest = { passes: 0 };

export function handEmptyLoop(passes) {
    rest.passes = passes;
    for (let left = 0; ; ) {
        if (left === 0) {
            if (rest.passes === 0) return;
            changed();
            left = Math.min(rest.passes, 1024) | 0;
            rest.passes -= left;
        }
        left = (left - 1) | 0;
    }
}

export function handPlain(states, passes) {
    let plain = states[0];
    let sum;
    rest.passes = passes;
    for (let left = 0; ; ) {
        if (left === 0) {
            if (rest.passes === 0) return sum;
            changed();
            plain = states[0];
            left = Math.min(rest.passes, 1024) | 0;
            rest.passes -= left;
        }
        left = (left - 1) | 0;
        sum = plain.left + plain.right;
    }
}

export function handStatic(passes) {
    let sum;
    rest.passes = passes;
    for (let left = 0; ; ) {
        if (left === 0) {
            if (rest.passes === 0) return sum;
            changed();
            left = Math.min(rest.passes, 1024) | 0;
            rest.passes -= left;
        }
        left = (left - 1) | 0;
        sum = Held.left + Held.right;
    }
}

// Of the module, as the benchmark's: a closure that each call makes anew is another function to a compiler.
const recursive = (number) => (number > 1 ? number * recursive(number - 1) : 1.0);

export function handRecursive(states, passes) {
    let state = states[0];
    let result;
    rest.passes = passes;
    for (let left = 0; ; ) {
        if (left === 0) {
            if (rest.passes === 0) return result;
            changed();
            state = states[0];
            left = Math.min(rest.passes, 1024) | 0;
            rest.passes -= left;
        }
        left = (left - 1) | 0;
        result = recursive(state.number);
    }
}

export function handIterative(states, passes) {
    let state = states[0];
    let result;
    rest.passes = passes;
    for (let left = 0; ; ) {
        if (left === 0) {
            if (rest.passes === 0) return result;
            changed();
            state = states[0];
            left = Math.min(rest.passes, 1024) | 0;
            rest.passes -= left;
        }
        left = (left - 1) | 0;
        let product = 1.0;
        for (let factor = state.number; factor > 1; factor -= 1) product *= factor;
        result = product;
    }
}
