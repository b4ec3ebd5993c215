package p;

import org.openjdk.jmh.annotations.*;

@State(Scope.Benchmark)
public class Data {
    @Param({"1", "2"}) public int n;

    @State(Scope.Thread)
    public static class Nested {
        @Param public Kind kind;
        public int m;
        @Setup(Level.Invocation) public void setup(Data data) { m = data.n; }
    }
}
