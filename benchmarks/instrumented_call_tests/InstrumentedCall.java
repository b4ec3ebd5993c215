// A call that counts itself, against the work in it: what does instrumentation add?

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class InstrumentedCall {
    private static class Method {
        final AtomicLong calls = new AtomicLong();
        final AtomicLong failures = new AtomicLong();
        final AtomicLong nanoseconds = new AtomicLong();
    }

    @State(Scope.Benchmark)
    public static class Work {
        @Param({"500", "4000", "16000"})
        public long tokens;
    }

    @State(Scope.Benchmark)
    public static class Metrics {
        final Map<String, Method> methods = new ConcurrentHashMap<>();
        final AtomicLong total = new AtomicLong();

        @Setup
        public void add() {
            methods.clear();
            for (String name : new String[] {"getStatus", "createFile", "listStatus", "remove"}) {
                methods.put(name, new Method());
            }
            total.set(0);
        }

        //@@Check
        public long counted() {
            return Math.min(methods.get("getStatus").calls.get(), 1) + Math.min(total.get(), 1);
        }
    }

    // The upper bound: nothing but the work.
    @Benchmark //@@Benchmark(baseline = Baseline.BOUND)
    public long delayOnly(Work work) {
        Blackhole.consumeCPU(work.tokens);
        return work.tokens;
    }

    // Before the change: calls, failures and time of each method.
    @Benchmark
    public long callAndReturn(Work work, Metrics metrics) throws Exception {
        return measured(metrics, "getStatus", () -> delayOnly(work));
    }

    // After it: the calls of all methods too.
    @Benchmark
    public long callAndReturnCounted(Work work, Metrics metrics) throws Exception {
        metrics.total.incrementAndGet();
        return measured(metrics, "getStatus", () -> delayOnly(work));
    }

    private static <T> T measured(Metrics metrics, String name, Callable<T> callable) throws Exception {
        Method method = metrics.methods.get(name);
        long start = System.nanoTime();
        method.calls.incrementAndGet();
        try {
            T result = callable.call();
            method.nanoseconds.addAndGet(System.nanoTime() - start);
            return result;
        } catch (Exception exception) {
            method.failures.incrementAndGet();
            throw exception;
        }
    }
}
