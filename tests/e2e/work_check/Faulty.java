import org.openjdk.jmh.annotations.*;

public class Faulty {
    static long memo = -1;

    @State(Scope.Thread)
    public static class Numbers {
        final long[] items = new long[3];
        long calls;
        long sign = -1;

        @Setup
        public void fill(clamh.Random random) {
            for (int at = 0; at < items.length; at++) {
                items[at] = random.nextInt(1000);
            }
        }

        long sum() {
            return items[0] + items[1] + items[2];
        }
    }

    @Benchmark
    public long remembered(Numbers numbers) {
        memo = memo < 0 ? numbers.sum() : memo;
        return memo;
    }

    @Benchmark
    public long counted(Numbers numbers) {
        return numbers.sum() + numbers.calls++;
    }

    @Benchmark
    public long turned(Numbers numbers) {
        numbers.sign = -numbers.sign;
        return numbers.sum() * numbers.sign;
    }

    @Benchmark
    public double undefinedValue(Numbers numbers) {
        return Double.NaN;
    }

    @Benchmark
    public void silent(Numbers numbers) {}

    @Benchmark
    public long accumulated(Numbers numbers) {
        return numbers.sum() + ++numbers.calls;
    }

    @Benchmark
    public boolean always(Numbers numbers) {
        return numbers.sum() >= 0;
    }

    @Benchmark
    public long literal() {
        return 42;
    }
}
