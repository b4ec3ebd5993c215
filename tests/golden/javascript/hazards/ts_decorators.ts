// Decorators of other libraries stay as they are, those of the table are ours.
function logged(...names: string[]) { return (target: unknown, context: unknown): void => {}; }

@logged('Benchmark', "@Param")
@State(Scope.Thread)
abstract class Base<T> implements Iterable<T> {
    @logged() @Param({"3"}) count: number = 0;
    abstract next(): T;
    [key: string]: any;
    declare ambient: string;
    constructor(private readonly kept?: T, public shown = 3) {}
    @logged() [Symbol.iterator](): Iterator<T> { throw new Error(); }
}

@State(Scope.Benchmark)
class Real extends Base<number> implements Iterable<number> {
    override next(): number { return this.count; }

    @Benchmark
    @logged('x')
    public step(): number { return this.next(); }
}
