// Each insertion makes the next one dearer, so there is no "time of one insertion" to converge to. Single shot with a batch size measures
// exactly 5,000 of them from an empty list, as one operation, in every language.

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.*;

public class Batch {
    @State(Scope.Thread)
    public static class Growing {
        List<Integer> list;

        @Setup(Level.Iteration)
        public void empty() {
            list = new ArrayList<>();
        }
    }

    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    @Warmup(iterations = 3, batchSize = 5000)
    @Measurement(iterations = 3, batchSize = 5000)
    public int insertInMiddle(Growing growing) {
        growing.list.add(growing.list.size() / 2, 1);
        return growing.list.size();
    }
}
