package oracle.deep.down;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** In another package, so that JMH has to say which: its short names keep the first letter of what packages share. */
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@State(Scope.Thread)
public class Deeper {
    @Param("7")
    public int depth;

    @Benchmark
    public int shallow() {
        return depth;
    }
}
