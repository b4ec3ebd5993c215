package clamh;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * For a benchmark whose invocations do not all do the same number of operations: it says in each how many it did, and the
 * score is per operation. A plain JMH run shows them as its secondary result {@code operations}.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.OPERATIONS)
public class Operations {
    /** The last of each thread: JMH hands no counter over in its single-shot mode, so the launcher reads them here. */
    static final Map<Integer, Operations> OF_THREADS = new ConcurrentHashMap<>();

    /** How many the iteration has done; JMH begins each with 0. */
    public long operations;

    /** Lets the launcher find it. */
    @Setup
    public void keep(ThreadParams thread) {
        OF_THREADS.put(thread.getThreadIndex(), this);
    }

    /** This invocation did {@code n} operations more. */
    public void add(long n) {
        operations += n;
    }
}
