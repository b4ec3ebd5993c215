import { readFileSync } from "node:fs";
//@@State(Scope.Benchmark)
export class Data {
    n = 1;
}
//@@Benchmark
export function one(data) { return data.n; }
//@@Benchmark
export const two = (data) => data.n, three = (data) => data.n;
//@@Benchmark
export let four = function (data) { return data.n; };
//@@Benchmark
export default function five(data) { return data.n; }
//@@Benchmark
export async function six(data) { return data.n; }
export { one as renamed };
