package p;

public class Rows {
    //@@ParamRows({"n"})
    @State(Scope.Thread)
    public static class Empty {
        @Param("1")
        public int n;
    }

    //@@ParamRows({"n, m, n", "1, 2, 3"})
    @State(Scope.Thread)
    public static class Unknown {
        @Param("1")
        public int n;
    }

    //@@ParamRows({"n", "'x"})
    @State(Scope.Thread)
    public static class Quote {
        @Param("1")
        public int n;
    }

    //@@ParamRows({"n", "1"})
    @State(Scope.Thread)
    public static class Twice {
        //@@Param(range(1, 8))
        @Param("1")
        public int n;

        //@@Param(rnge(1, 8))
        @Param("1")
        public int call;

        //@@Param({"1", range(1, 2)})
        @Param("1")
        public int value;
    }

    //@@ParamRows({"n", "1"})
    @Benchmark
    public int target() { return 1; }

    //@@ParamRows({"n", "1"})
    public static class Plain {
        @Param("1")
        public int n;
    }
}
