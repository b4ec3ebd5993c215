import org.openjdk.jmh.annotations.*;
public class auto_warmup {
@Benchmark
//@@AutoWarmup(max = "soon", tolerance = 0)
public int one() { return 1; }
@Benchmark
//@@AutoWarmup(max = 10, tolerance = -0.5)
public int two() { return 1; }
@Benchmark
//@@AutoWarmup(max = "0s", tolerance = 1.5)
public int three() { return 1; }
@Benchmark
//@@AutoWarmup("10s")
public int four() { return 1; }
@Benchmark
//@@AutoWarmup(maximum = "10s", tolerance = "1 %")
public int five() { return 1; }
}
