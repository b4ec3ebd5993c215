#!/usr/bin/env node '@Benchmark
//@@Benchmark
function one() { return 1; }
