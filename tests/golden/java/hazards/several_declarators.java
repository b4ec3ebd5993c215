package p;

@State(Scope.Benchmark)
public class Several {
    @Param({"1", "2"}) int a, b = 3, c[] = {1};
    @Param("x")
    volatile String d;
    static final @Param({"4"}) int e = 4;

    @Benchmark public int one() { return a + b; }
}
