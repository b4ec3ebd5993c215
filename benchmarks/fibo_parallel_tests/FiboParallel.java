// Fibonacci numbers by two parallel algorithms, each beside the same algorithm in one thread.

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FiboParallel {
    @State(Scope.Benchmark)
    public static class Calls {
        @Param({"20", "27"})
        public int number;
        @Param({"1", "3"})
        public int forks;
    }

    @State(Scope.Benchmark)
    public static class Chain {
        @Param({"10000", "1000000"})
        public int number;
    }

    private static int recursive(int number) {
        return number < 2 ? number : recursive(number - 1) + recursive(number - 2);
    }

    // The smaller half of the calls goes to another thread, as often as `forks` says.
    private static class Forked extends RecursiveTask<Integer> {
        private final int number;
        private final int forks;

        Forked(int number, int forks) {
            this.number = number;
            this.forks = forks;
        }

        @Override
        protected Integer compute() {
            if (forks == 0) {
                return recursive(number);
            }
            Forked other = new Forked(number - 2, 0);
            other.fork();
            int mine = new Forked(number - 1, forks - 1).compute();
            return mine + other.join();
        }
    }

    // The Fibonacci number and the next one, modulo 2 to the 32.
    private static int[] loop(int number) {
        int current = 0;
        int following = 1;
        for (int remaining = number; remaining > 0; --remaining) {
            int sum = current + following;
            current = following;
            following = sum;
        }
        return new int[] {current, following};
    }

    private static class Half extends RecursiveTask<int[]> {
        private final int number;

        Half(int number) {
            this.number = number;
        }

        @Override
        protected int[] compute() {
            return loop(number);
        }
    }

    @Benchmark
    public int fiboCalls(Calls calls) {
        return recursive(calls.number);
    }

    @Benchmark
    public int fiboCallsForked(Calls calls) {
        return ForkJoinPool.commonPool().invoke(new Forked(calls.number, calls.forks));
    }

    @Benchmark
    public int fiboChain(Chain chain) {
        return loop(chain.number)[0];
    }

    // F(m + n) = F(m) F(n + 1) + F(m - 1) F(n): so the chain falls into two that do not wait for each other.
    @Benchmark
    public int fiboChainHalved(Chain chain) {
        int half = chain.number / 2;
        Half other = new Half(half - 1);
        other.fork();
        int[] mine = loop(chain.number - half);
        int[] theirs = other.join();
        return theirs[1] * mine[1] + theirs[0] * mine[0];
    }
}
