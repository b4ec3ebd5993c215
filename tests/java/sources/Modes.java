// Benchmarks that say how often they were called and what they were shown, for every mode.
package modes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;

public class Modes {
    static void write(String line) throws IOException {
        Files.write(Paths.get(System.getenv("CLAMH_TRANSCRIPT")), (line + "\n").getBytes(),
                StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @State(Scope.Thread)
    public static class Calls {
        int calls;

        @TearDown(Level.Iteration) public void say(IterationParams iteration) throws IOException {
            write(iteration.getType() + " " + calls + " " + iteration.getBatchSize() + " " + iteration.getCount() + " "
                    + iteration.getTime());
            calls = 0;
        }

        @TearDown public void end() throws IOException { write("end"); }
    }

    @Benchmark @BenchmarkMode(Mode.All) public void called(Calls state) { state.calls++; }

    @State(Scope.Thread)
    public static class Between {
        int setups;

        @Setup(Level.Invocation) public void pause() throws InterruptedException {
            setups++;
            TimeUnit.MILLISECONDS.sleep(1);
        }

        @TearDown(Level.Iteration) public void say() throws IOException {
            write(Integer.toString(setups));
            setups = 0;
        }
    }

    @Benchmark public void between(Between state) {}

    @Benchmark @Fork(jvmArgsAppend = {"-Xmx200m"}) public String shown(BenchmarkParams b, IterationParams i) {
        return String.join(" ", b.getMode().shortLabel(), "forks " + b.getForks(), "warmup forks " + b.getWarmupForks(),
                "warmup " + all(b.getWarmup()), "measurement " + all(b.getMeasurement()), b.getTimeUnit().toString(),
                "opi " + b.getOpsPerInvocation(), "timeout " + b.getTimeout(), b.getJvmArgs().toString(),
                i.getType() + " " + i.getCount());
    }

    private static String all(IterationParams i) {
        return i.getCount() + " x " + i.getTime() + " x " + i.getBatchSize();
    }

    /** Has what System.gc() would take away, once a collection has run. */
    @State(Scope.Benchmark)
    public static class Garbage {
        java.lang.ref.WeakReference<Object> weak;

        @Setup(Level.Iteration) public void look() throws IOException {
            write(weak == null ? "first" : weak.get() == null ? "collected" : "kept");
            weak = new java.lang.ref.WeakReference<>(new Object());
        }
    }

    @Benchmark public void garbage(Garbage state) {}

    /** Stuck until somebody interrupts it, once in each process. */
    @Benchmark public void heeding() {
        try {
            if (STUCK++ == 0) TimeUnit.HOURS.sleep(1);
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
    }
    private static int STUCK;

    @Benchmark public void raising() throws InterruptedException { TimeUnit.HOURS.sleep(1); }
}
