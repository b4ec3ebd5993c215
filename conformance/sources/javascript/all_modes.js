// Is Mode.All one case in each of JMH's modes?
import { line } from './transcript.mjs';

//@@Benchmark
//@@BenchmarkMode(Mode.All)
function sell() { line('call sell'); }
