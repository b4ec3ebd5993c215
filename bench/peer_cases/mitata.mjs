// `node mitata.mjs LIB NAME MS`: one benchmark under mitata in this process; prints its average and median in ns. What is
// returned goes to do_not_optimize and what is read comes from computed parameters, as mitata's guide says: a module's own
// object would be a constant to the compiler, fields and all.
import { Numbered, Plain, addPlain, empty, factorialIterative, factorialRecursive, object } from './work.mjs';

const [library, name, ms] = process.argv.slice(2);
const { do_not_optimize: used, measure } = await import(library);
const plain = Object.assign(new Plain(), { left: 3, right: 4 });
const numbered = Object.assign(new Numbered(), { number: 25 });
const given = (state, bench) => function* () { yield { [0]: () => state, bench }; };
const cases = {
    empty: () => empty(),
    addPlain: given(plain, (state) => used(addPlain(state))),
    factorialRecursive: given(numbered, (state) => used(factorialRecursive(state))),
    factorialIterative: given(numbered, (state) => used(factorialIterative(state))),
    object: given(plain, (state) => used(object(state))),
};
const { avg, p50 } = await measure(cases[name], { min_cpu_time: Number(ms) * 1e6 });
console.log(JSON.stringify({ avg, p50 }));
