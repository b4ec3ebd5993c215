// Params and settings that only the compiler can read.
package unread;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

public class Unread {
    static final String FIRST = "a";
    static final int ITERATIONS = 3;

    @State(Scope.Thread)
    public static class Base {
        @Param({FIRST, "b" + "c"}) public String text;
    }

    public static class Heir extends Base {
        @Param public TimeUnit unit;
        @Param({"" + ITERATIONS}) public Short number;
        @Param({"\033[1m"}) public String escape;
    }

    @Benchmark @Warmup(iterations = ITERATIONS) public String read(Heir heir) {
        return heir.text + heir.unit + heir.number;
    }

    @Benchmark @Group("pair") @GroupThreads(ITERATIONS) public void many() {}

    @Benchmark @Group("pair") public void one() {}
}
