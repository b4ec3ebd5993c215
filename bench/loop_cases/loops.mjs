// Each benchmark, and beside it one that calls the same loop written by hand, so that one process can time both in turn.
import { handEmptyLoop, handIterative, handPlain, handRecursive, handStatic } from './hand.mjs';
import { Held } from './work.mjs';

//@@State(Scope.Benchmark)
class Plain {
    //@@Param({"3"})
    left = 0;
    //@@Param({"4"})
    right = 0;
}

//@@State(Scope.Benchmark)
//@@StateLabel("state")
class Numbered {
    //@@Param({"25"})
    number = 0;
}

// How often a loop written by hand goes round in one call.
//@@State(Scope.Benchmark)
//@@StateLabel("hand")
class Passes {
    //@@Param({"1"})
    passes = 0;
}

const recursive = (number) => (number > 1 ? number * recursive(number - 1) : 1.0);

//@@Benchmark
function empty() {}

//@@Benchmark
function addPlain(plain) { return plain.left + plain.right; }

//@@Benchmark
function addStatic(/** @type {Held} */ held) { return Held.left + Held.right; }

//@@Benchmark
function factorialRecursive(state) { return recursive(state.number); }

//@@Benchmark
function factorialIterative(state) {
    let product = 1.0;
    for (let factor = state.number; factor > 1; factor -= 1) product *= factor;
    return product;
}

//@@Benchmark
function handEmpty(hand) { return handEmptyLoop(hand.passes); }

//@@Benchmark
function handAddPlain(hand, plain) { return handPlain([plain], hand.passes); }

//@@Benchmark
function handAddStatic(hand, /** @type {Held} */ held) { return handStatic(hand.passes); }

//@@Benchmark
function handFactorialRecursive(hand, state) { return handRecursive([state], hand.passes); }

//@@Benchmark
function handFactorialIterative(hand, state) { return handIterative([state], hand.passes); }
