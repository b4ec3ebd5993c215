// Types decide which parameter is which state; nullable, generic, imported and aliased ones too.
import type { Outside } from './elsewhere.js';
type Alias = Data;
type Pair<A, B> = { a: A, b: B };

@State(Scope.Benchmark)
export class Data<T = number> {
    @Param({"1", "2"})
    readonly size: number = 0;
    @Param("a")
    protected name!: string;
    @Param("7")
    static big?: bigint = 0n;
    other: Pair<string, Outside> | undefined;

    @Setup
    fill(this: Data): void { this.other = undefined!; }
}

@Benchmark
export function plain(first: Data): number { return first.size! / 2; }

@Benchmark
const nullable = (one: Data<string> | null, sink: Blackhole): void => { sink.consume(one!.size! / 3 /* 1/ */); };

@Benchmark
async function aliased(one: Alias): Promise<number> { return one.size as unknown as number satisfies number; }

@Benchmark
function generic<T extends Data>(one: Data, <any>two?: T) { return one; }

//@@State(Scope.Thread)
abstract class Held {
    //@@Param("1")
    private static readonly kept: number = 1;

    //@@Benchmark
    public static override run(): number { return Held.kept; }
}
class Kept extends Held {}
