import { Shared, Mode } from './shared';
import { type Input } from './input.ts';

interface X { y: string }
enum Kind { A = 'a' }

//@@Benchmark
export function product(given: Input, sink: Blackhole): number {
    sink.consume(given.opts!.a / 2);
    return given.opts!.a as number;
}

//@@Benchmark
function shared(given: Input): string {
    const one = new Shared<Mode>(given.mode);
    return `${Mode[one.v!]}${Kind.A}`;
}

type Q<T> = { a: T };

//@@Benchmark
function fails(given: Input): never {
    const x: Q<number> = { a: given.n };

    throw new Error(`line ${x.a}`);
}
