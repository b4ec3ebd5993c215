package p;

public class Broken {
    int half( { return ; }

    @Benchmark
    public int one() { return 1; }

    class { }

    @Benchmark
    public int two() { return 2; }
}
