// What `clamh doctor` builds and runs once on every JVM.
import org.openjdk.jmh.annotations.Benchmark;

public class Doctor {
    @Benchmark
    public int answer() { return 42; }
}
