// A kernel as a whole process, which is what hyperfine times: `node whole.mjs NAME STEPS TIMES`.
import { allocation, branches, chain, memory, Numbers, Ring } from './kernels.mjs';

const [name, steps, times] = process.argv.slice(2);
const kernel = { allocation, branches, chain, memory }[name];
const state = { memory: new Ring(), branches: new Numbers() }[name];
state?.make();
const work = { steps: Number(steps) };
let sum = 0;
for (let left = Number(times); left > 0; left -= 1) sum = (sum + kernel(work, state)) | 0;
console.log(sum >>> 0);
