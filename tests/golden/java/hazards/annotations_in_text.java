package p;

public class Text {
    // @Benchmark
    /* @Benchmark */
    /** {@code @Benchmark} //@@Benchmark */
    String s = "@Benchmark", t = "\"@Benchmark", u = """
        @Benchmark "
        //@@Benchmark
        \""" @State
        """;
    char c = '"', d = '@', e = '\'';

    @Benchmark
    public int one() { return 1; }
}
