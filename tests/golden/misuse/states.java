package p;

public class States {
    static class Plain {}

    @Benchmark public int takesPlain(Plain plain) { return 1; }

    @Setup public void outside() {}

    @Param({"1"}) int outsideToo;

    @State(Scope.Benchmark)
    public static class Data {
        @Param public int noValues;
        @Param({"1"}) public final int fixed = 1;
        @Setup public void needs(Other other) {}
    }

    @State(Scope.Benchmark)
    public static class Other {
        @TearDown public void needs(Data data) {}
    }
}
