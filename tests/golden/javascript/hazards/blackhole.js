//@@Benchmark
function one(blackhole) { blackhole.consume(1); }
/** @param {Blackhole} bh */
//@@Benchmark
function two(bh) { bh.consume(1); }
/** @param {import('clamh').Blackhole} bh */
//@@Benchmark
function three(bh) { bh.consume(1); }
//@@Benchmark
function four(BLACKHOLE) {}
