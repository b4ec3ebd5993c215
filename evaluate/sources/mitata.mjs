// The kernels under mitata: `node mitata.mjs LIB MS NAME STEPS [NAME STEPS]`; prints {avg, p50} in ns for each, in order.
import * as kernels from './kernels.mjs';

const [library, ms, ...sides] = process.argv.slice(2);
const { do_not_optimize: used, measure } = await import(library);
const ring = new kernels.Ring();
ring.make();
const numbers = new kernels.Numbers();
numbers.make();
const found = [];
for (let at = 0; at < sides.length; at += 2) {
    const kernel = kernels[sides[at]];
    const state = sides[at].startsWith('memory') ? ring : numbers;
    const work = Object.assign(new kernels.Work(), { steps: Number(sides[at + 1]) });
    const { avg, p50 } = await measure(() => used(kernel(work, state)), { min_cpu_time: Number(ms) * 1e6 });
    found.push({ avg, p50 });
}
console.log(JSON.stringify(found));
