// What does ThreadParams say in each of several threads, and has each thread counters of its own?
package conformance;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

public class ThreadsParameters {
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Till {
        public long coins;
    }

    @Benchmark
    public void sell(Till till, ThreadParams params, BenchmarkParams run) {
        till.coins += 10 + params.getThreadIndex();
        Transcript.line(params.getThreadIndex(), "call thread " + params.getThreadIndex() + "/" + params.getThreadCount()
            + " of " + run.getThreads()
            + " group " + params.getGroupIndex() + "/" + params.getGroupCount()
            + " subgroup " + params.getSubgroupIndex() + "/" + params.getSubgroupCount()
            + " in group " + params.getGroupThreadIndex() + "/" + params.getGroupThreadCount()
            + " in subgroup " + params.getSubgroupThreadIndex() + "/" + params.getSubgroupThreadCount());
    }
}
