package p;

public class Loose {
    @Benchmark public int one() { return 1; }

    //@@Benchmark(name = "x")
}
//@@Benchmark(baseline = true)
