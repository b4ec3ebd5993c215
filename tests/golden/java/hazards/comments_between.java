package p;

public class Between {
    @Benchmark // here
    /* and { here; } */
    @BenchmarkMode(Mode.AverageTime) /* there */
    // and "there
    public /* in */ int one() { return 1; }
}
