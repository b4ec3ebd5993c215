// Does every case begin with static fields as the source initialises them, whatever ran before?
import { line } from './transcript.mjs';

let calls = 5;

//@@Benchmark
function buy() { line(`call buy ${++calls}`); }

//@@Benchmark
function sell() { line(`call sell ${++calls}`); }
