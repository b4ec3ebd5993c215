// How are threads dealt to groups and their members, has each group a state of its own, and does each thread's result name its member?
package conformance;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

public class GroupMembers {
    @State(Scope.Group)
    public static class Shelf {
        private final AtomicInteger calls = new AtomicInteger();

        @Setup(Level.Trial)
        public void build() {
            Transcript.line("setup Trial Shelf");
        }

        @TearDown(Level.Iteration)
        public void count() {
            Transcript.line("teardown Iteration Shelf calls=" + calls);
        }
    }

    @Benchmark
    @Group("shelf")
    @GroupThreads(3)
    public void watch(Shelf shelf, ThreadParams params) {
        say("watch", shelf, params);
    }

    @Benchmark
    @Group("shelf")
    public void take(Shelf shelf, ThreadParams params) {
        say("take", shelf, params);
    }

    @Benchmark
    @Group("shelf")
    public void put(Shelf shelf, ThreadParams params) {
        say("put", shelf, params);
    }

    private static void say(String member, Shelf shelf, ThreadParams params) {
        shelf.calls.incrementAndGet();
        Transcript.line(params.getThreadIndex(), "call " + member
            + " thread " + params.getThreadIndex() + "/" + params.getThreadCount()
            + " group " + params.getGroupIndex() + "/" + params.getGroupCount()
            + " subgroup " + params.getSubgroupIndex() + "/" + params.getSubgroupCount()
            + " in group " + params.getGroupThreadIndex() + "/" + params.getGroupThreadCount()
            + " in subgroup " + params.getSubgroupThreadIndex() + "/" + params.getSubgroupThreadCount());
    }
}
