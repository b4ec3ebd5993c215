// Is what a state's Check methods return reported, as the invocation left the state, before the iteration is torn down?
package conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

public class CheckMethods {
    public static class Store {
        List<Integer> goods = new ArrayList<>();

        //@@Check
        private long kept() {
            Transcript.line("check kept");
            return goods.size();
        }
    }

    @State(Scope.Thread)
    public static class Shelf extends Store {
        @Setup(Level.Iteration)
        public void stock() {
            Transcript.line("setup Iteration");
            goods = new ArrayList<>(Arrays.asList(3, 1, 2));
        }

        @Setup(Level.Invocation)
        public void ready() {
            Transcript.line("setup Invocation");
            goods.add(0);
        }

        @TearDown(Level.Invocation)
        public void done() {
            Transcript.line("teardown Invocation");
            goods.add(9);
        }

        @TearDown(Level.Iteration)
        public void sell() {
            Transcript.line("teardown Iteration");
            goods.clear();
        }

        @TearDown(Level.Trial)
        public void close() {
            Transcript.line("teardown Trial");
        }

        //@@Check
        public List<Integer> sorted() {
            Transcript.line("check sorted");
            return goods;
        }
    }

    @State(Scope.Benchmark)
    public static class Sign {
        //@@Check
        public static String words() {
            Transcript.line("check words");
            return "open";
        }
    }

    @Benchmark
    public void sort(Shelf shelf) {
        Transcript.line("call sort");
        Collections.sort(shelf.goods);
    }

    @Benchmark
    public boolean many(Sign sign, Blackhole blackhole) {
        Transcript.line("call many");
        for (int number = 0; number < 150; number++) {
            blackhole.consume(number);
        }
        return true;
    }
}
