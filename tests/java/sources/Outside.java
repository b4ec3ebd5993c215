// A project on the class path of Inside.java, with a benchmark of its own.
package outside;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
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

    @Benchmark public void other() {}
}
