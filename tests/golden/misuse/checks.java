import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

public class Checks {
    @State(Scope.Thread)
    public static class Sorted {
        //@@Check
        public void nothing() {}

        //@@Check
        public long at(int place) {
            return place;
        }

        //@@Check
        @Setup
        public void prepared() {}

        //@@Check
        public Sorted() {}
    }

    public static class Plain {
        //@@Check
        public long lost() {
            return 3;
        }
    }

    @Benchmark
    public void sort(Sorted sorted) {}
}
