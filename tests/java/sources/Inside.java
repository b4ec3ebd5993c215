// Benchmarks that use the classes of Outside.java, which are on the class path and in no source.
package inside;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import outside.Outside;

public class Inside {
    public static class Own extends Outside.Prepared {
        @Benchmark public void own() {}
    }

    @State(Scope.Thread)
    public static class Heir extends Outside.Prepared {}

    @State(Scope.Thread)
    public static class Taking {
        @Setup public void take(Outside.Prepared prepared) {}
    }

    @State(Scope.Thread)
    public abstract static class Shown {
        @Setup public void show(Outside.Bare bare) {}
    }

    public static class Visible extends Shown {}

    public static class Moded extends Outside.Moded {
        @Benchmark public void unset() {}

        @Benchmark public void defaulted() {}

        @Benchmark @BenchmarkMode(Mode.SampleTime) public void set() {}
    }

    @Benchmark public void inherited(Heir heir) {}

    @Benchmark public void taken(Taking taking) {}

    @Benchmark public void direct(Outside.Prepared prepared) {}

    @Benchmark public void plain(Visible visible, Outside.Bare bare, clamh.Random random) {}
}
