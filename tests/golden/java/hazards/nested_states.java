package p;

public class Nested {
    @State(Scope.Benchmark)
    public static class Outer {
        @Param("1") public int a;

        @State(Scope.Thread)
        public static class Inner {
            @Param({"2", "3"}) int b;
        }
    }

    @Benchmark
    public int both(Outer outer, Outer.Inner inner) { return outer.a + inner.b; }
}
