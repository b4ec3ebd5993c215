// What test_typescript.py asks for checks: methods of states, with what TypeScript writes around them.
abstract class Counted<T> {
    protected items: T[] = [];

    //@@Check
    public size(): number { return this.items.length; }
}

//@@State(Scope.Thread)
class Shelf extends Counted<string> {
    //@@Param({"3"})
    readonly n: number = 0;

    //@@Setup
    fill(): void { this.items = Array.from({ length: this.n }, (_: unknown, at: number) => `${at}`); }

    first(): string | undefined { return this.items[0]; }

    //@@Check
    private joined<K extends string>(): K { return this.items.join('') as K; }

    //@@Check
    async later(): Promise<bigint> {
        type Small = 0 | 1;
        if (this.n < (1 as Small)) throw new RangeError(`nothing in ${this.n!}`);
        return 42n;
    }

    //@@Check
    static unit(): string { return 'goods'; }
}

//@@Benchmark
export function take(shelf: Shelf): string | undefined { return shelf.first(); }
