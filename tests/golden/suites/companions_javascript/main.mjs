import Default, { InputValue as Input, Renamed } from './states.mjs';
import * as more from './index.mjs';
/** @typedef {import('./types.mjs').OnlyAType} OnlyAType */

/** @param {Input} a */
//@@Benchmark
export function imported(a) { return a.number; }

/** @param {Renamed} a */
//@@Benchmark
export const renamed = (a) => a.text;

/** @param {Default} a */
//@@Benchmark
export const byDefault = (a) => a;

/** @param {more.Deep.Inner} a @param {Blackhole} b */
//@@Benchmark
export const ofNamespace = (a, b) => b.consume(a);

/** @param {OnlyAType} a */
//@@Benchmark
export function onlyAType(a) { return a; }

/** @param {import('./types.mjs').OnlyAType} a */
//@@Benchmark
export function inPlace(a) { return a; }

//@@Benchmark
export const byLabel = (input, hidden) => input.number + hidden.length;
