// Is a benchmark of a base class also one of every class that inherits it, called on that class's object?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

public class InheritedBenchmark {
    @State(Scope.Thread)
    public static class Shop {
        @Setup
        public void open() {
            Transcript.line("setup " + goods());
        }

        @Benchmark
        public void sell() {
            Transcript.line("call sell " + goods());
        }

        protected String goods() {
            return "anything";
        }
    }

    public static class Bakery extends Shop {
        @Override
        protected String goods() {
            return "bread";
        }
    }

    public static class Dairy extends Shop {
        @Override
        protected String goods() {
            return "milk";
        }
    }
}
