package clamh;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * For a benchmark whose invocations do not all do the same number of operations: it says in each how many it did, and the
 * score is per operation. A plain JMH run shows them as its secondary result {@code operations}.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.OPERATIONS)
public class Operations {
    /** Those of this JVM: JMH hands no counter over in its single-shot mode, so the launcher reads them here. */
    static final Queue<Operations> ALL = new ConcurrentLinkedQueue<>();

    /** How many the iteration has done; JMH begins each with 0. */
    public long operations;

    /** JMH makes one per thread. */
    public Operations() {
        ALL.add(this);
    }

    /** This invocation did {@code n} operations more. */
    public void add(long n) {
        operations += n;
    }
}
