// `node mitata.mjs LIB NAME MS`: one benchmark under mitata in this process; prints its average and median in ns. What is
// returned goes to do_not_optimize, as mitata's guide says: its loop itself calls and forgets.
import { Numbered, Plain, addPlain, empty, factorialIterative, factorialRecursive, object } from './work.mjs';

const [library, name, ms] = process.argv.slice(2);
const { do_not_optimize: used, measure } = await import(library);
const plain = Object.assign(new Plain(), { left: 3, right: 4 });
const numbered = Object.assign(new Numbered(), { number: 25 });
const cases = {
    empty: () => empty(),
    addPlain: () => used(addPlain(plain)),
    factorialRecursive: () => used(factorialRecursive(numbered)),
    factorialIterative: () => used(factorialIterative(numbered)),
    object: () => used(object(plain)),
};
const { avg, p50 } = await measure(cases[name], { min_cpu_time: Number(ms) * 1e6 });
console.log(JSON.stringify({ avg, p50 }));
