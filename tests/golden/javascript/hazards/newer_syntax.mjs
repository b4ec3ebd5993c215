import defer * as lazy from "./a.js";
import source wasm from "./b.wasm";
import data from "./c.json" with { type: "json" };
export * as "any name" from "./d.js";
{ using file = open(); await using other = open(); }
const re = /[\p{L}--[a-z]]/v, m = /(?i:x)@Benchmark/;
class A { accessor x = 1; static { this.y ??= 2n ** 3n; } #z; has(o) { return #z in o; } }
//@@Benchmark
export function one() { return 1; }
const { a = 1, ...rest } = lazy?.["x"] ?? {};
label: while (true) break label;
//@@Benchmark
export const two = async () => { for await (const x of data) await using; };
