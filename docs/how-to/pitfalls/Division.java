// In Java a `final` field with a constant value is that constant wherever it is read, in a state as well. Fields of a state must not be final.

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

public class Division {
    @State(Scope.Thread)
    public static class Numbers {
        long dividend = 1000000007;
        final long finalDivisor = 7;
        long divisor = 7;
    }

    @Benchmark
    public long byConstant(Numbers numbers) {
        return numbers.dividend / numbers.finalDivisor;
    }

    @Benchmark
    public long byLocal(Numbers numbers) {
        long divisor = 7;
        return numbers.dividend / divisor;
    }

    @Benchmark
    public long byState(Numbers numbers) {
        return numbers.dividend / numbers.divisor;
    }
}
