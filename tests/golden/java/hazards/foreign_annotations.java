package p;

@SuppressWarnings({"unchecked", "@Benchmark"})
public class Foreign {
    @Override public String toString() { return "@State"; }

    @Deprecated @Benchmark @SuppressWarnings("all")
    public int one(@Param("not ours") int x, final @Nullable Blackhole bh) { return 1; }

    @interface Benchmarks { int value() default 1; }

    @javax.annotation.Nullable @org.openjdk.jmh.annotations.Benchmark
    public Object two() { return null; }
}
