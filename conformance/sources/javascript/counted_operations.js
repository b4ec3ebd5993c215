// Do operations per invocation change what is counted, and not how often the benchmark is called?
import { line } from './transcript.mjs';

//@@Benchmark
function sellOne() { line('call sellOne'); }

//@@Benchmark
//@@OperationsPerInvocation(10)
function sellTen() { line('call sellTen'); }
