#!/usr/bin/env node
// An ES module: its own bindings hide what the worker could need, and none of them is exported.
import assert from 'node:assert';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Shared as Renamed, peek } from './shared.mjs';
import plainly from './plainly.cjs';

const process = { exit: 1 }, globalThis = 'mine', performance = null, console = undefined, Date = 3, state = 4, n = 5, r = 6, i = 7, o = 8;
const { round } = Math;
await null;

@State(Scope.Benchmark)
class Own {
    @Param({"2", "3"})
    size = 0;
    made = [];
    @Setup(Level.Iteration)
    async fill() { await null; this.made = new Array(this.size).fill(n); }
    @Benchmark
    method(/** @type {Renamed} */ shared) { return [this.size, this.made.length, shared.name, Renamed === shared.constructor]; }
}

@Benchmark
export const arrow = (own) => [own.size, round(0.6), process.exit, globalThis, state, r, i, o];

@Benchmark
function names() { return [basename(fileURLToPath(import.meta.url)), basename(import.meta.dirname ?? 'plain'), peek(), plainly.here]; }

@Benchmark
export default function fails() { assert(Date === 4, 'line 35'); }

@Benchmark
function takes(own, /** @type {Blackhole} */ hole) { hole.consume(own.size); hole.consume([null, undefined, 1n]); }
