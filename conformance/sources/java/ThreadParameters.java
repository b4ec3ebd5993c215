// What does ThreadParams say of the only thread?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.ThreadParams;

public class ThreadParameters {
    @Benchmark
    public void sell(ThreadParams params) {
        Transcript.line("call thread " + params.getThreadIndex() + "/" + params.getThreadCount()
            + " group " + params.getGroupIndex() + "/" + params.getGroupCount()
            + " subgroup " + params.getSubgroupIndex() + "/" + params.getSubgroupCount()
            + " in group " + params.getGroupThreadIndex() + "/" + params.getGroupThreadCount()
            + " in subgroup " + params.getSubgroupThreadIndex() + "/" + params.getSubgroupThreadCount());
    }
}
