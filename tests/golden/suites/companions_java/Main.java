package p;

import org.openjdk.jmh.annotations.*;

@BenchmarkMode(Mode.Throughput)
public class Main extends Settings {
    @Benchmark
    public int one(Data data, Data.Nested nested) { return data.n + nested.m; }
}
