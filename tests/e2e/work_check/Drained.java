import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

@State(Scope.Benchmark)
public class Drained {
    List<Integer> items;

    @Setup(Level.Iteration)
    public void fill() {
        items = new ArrayList<>();
        for (int at = 0; at < 100; at++) items.add(at);
    }

    @Benchmark
    public int take() {
        return items.isEmpty() ? -1 : items.remove(items.size() - 1);
    }

    @Benchmark
    public int look() {
        int sum = 0;
        for (int at = 0; at < 20; at++) sum += at;
        return items.get(0) + sum;
    }
}
