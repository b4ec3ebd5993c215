package p;

public class Inheritance {
    @State(Scope.Thread)
    public static abstract class Base {
        @Param({"1"}) int n;
        @Setup public void before() {}
        @Benchmark public int inherited() { return make(); }
        abstract int make();
    }

    public static class First extends Base { int make() { return n; } }

    @BenchmarkMode(Mode.SampleTime)
    public static final class Second extends Base {
        @Param({"2"}) int m;
        int make() { return m; }
        @Benchmark public int own() { return 2; }
    }
}
