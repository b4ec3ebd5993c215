// The class of a benchmark may be the state itself: its fields are protected like those of any other.

import org.openjdk.jmh.annotations.*;

@State(Scope.Thread)
public class OwnState {
    double number = 2.0;

    @Benchmark
    public double square() {
        return number * number;
    }
}
