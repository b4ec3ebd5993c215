// Signatures without a body are no functions; what stands in a namespace or only declares cannot be reached.
export function f(x: string): string;
export function f(x: number): number;
//@@Benchmark
export function f(x?: any): any { return x; }

declare function g(): void;
declare module 'x' { export function h(): void; }
interface Shape { area(): number }

namespace Inner {
    //@@Benchmark
    export function inside() { return 1; }
}

//@@Benchmark
function last(): asserts this is Shape { }
