#!/usr/bin/env run-cargo-script
#![allow(dead_code)]
//@@Benchmark
fn one() {}
fn main() {}
