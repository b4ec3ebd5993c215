enum Mode { Fast, Slow = 3 }
const seen: unknown[] = [];

//@@State(Scope.Benchmark)
class Recorded {
    //@@Param
    static mode: Mode = Mode.Fast;
    static {
        Object.defineProperty(this, 'mode', { set: (value: unknown) => { seen.push(value); } });
    }
}

//@@Benchmark
export function values(recorded: Recorded): unknown[] {
    return [...new Set(seen)];
}
