// A project on the class path of Inside.java, with a benchmark of its own.
package outside;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

public class Outside {
    @State(Scope.Thread)
    public static class Prepared {
        @Setup(Level.Iteration) public void prepare() {}
    }

    @State(Scope.Thread)
    public static class Bare {}

    @BenchmarkMode(Mode.Throughput)
    public static class Moded {}

    @Benchmark public void other() {}
}
