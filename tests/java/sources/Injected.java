// What benchmarks are given besides states, and what they count.
import clamh.Operations;
import java.util.StringJoiner;
import org.openjdk.jmh.annotations.*;
import org.openjdk.jmh.infra.ThreadParams;

public class Injected {
    @State(Scope.Thread)
    public static class Method {
        @Param({"nextLong()"}) public String method;
        clamh.Random given;

        @Setup public void keep(clamh.Random random) { given = random; }
    }

    /** JMH gives a fixture and the benchmark objects of their own: they draw from one sequence. */
    @Benchmark public String shared(Method state, clamh.Random random) {
        return state.given.nextLong() + " " + random.nextLong() + " " + state.given.nextLong();
    }

    /** A thousand values of one method. */
    @Benchmark public String values(Method state, clamh.Random random) {
        StringJoiner text = new StringJoiner(" ");
        for (int i = 0; i < 1000; i++) text.add(next(state.method, random));
        return text.toString();
    }

    private static String next(String method, clamh.Random random) {
        String name = method.substring(0, method.indexOf('('));
        String bound = method.substring(name.length() + 1, method.length() - 1);
        switch (name) {
            case "nextLong": return Long.toString(bound.isEmpty() ? random.nextLong() : random.nextLong(Long.parseLong(bound)));
            case "nextInt": return Integer.toString(bound.isEmpty() ? random.nextInt() : random.nextInt(Integer.parseInt(bound)));
            case "nextDouble": return Long.toHexString(Double.doubleToRawLongBits(random.nextDouble()));
            case "nextFloat": return Integer.toHexString(Float.floatToRawIntBits(random.nextFloat()));
            case "nextBoolean": return Boolean.toString(random.nextBoolean());
            case "nextBytes": {
                byte[] bytes = new byte[Integer.parseInt(bound)];
                random.nextBytes(bytes);
                StringBuilder hex = new StringBuilder();
                for (byte one : bytes) hex.append(String.format("%02x", one));
                return hex.toString();
            }
            default: throw new IllegalArgumentException(method);
        }
    }

    @Benchmark public String beginning(clamh.Random random) {
        StringJoiner text = new StringJoiner(" ");
        for (int i = 0; i < 10; i++) text.add(Long.toString(random.nextLong()));
        return text.toString();
    }

    @State(Scope.Thread)
    public static class Beginning {
        clamh.Random given;

        @Setup(Level.Iteration) public void say(clamh.Random random, ThreadParams thread) {
            System.out.println(thread.getThreadIndex() + " " + random.nextLong());
        }
    }

    @Benchmark public void threads(Beginning state) {}

    @Benchmark public long refused(clamh.Random random) { return random.nextInt(0) + random.nextLong(0); }

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Rates {
        public int hits;
        public double half;
        private long calls;

        public long doubled() { return 2 * hits; }
    }

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Events {
        public long seen;
        public long never;
    }

    @Benchmark @OperationsPerInvocation(3) public void counting(Rates rates, Events events) {
        rates.hits += 3;
        rates.half += 0.5;
        events.seen++;
    }

    /** Does one operation, then two, then three … */
    @Benchmark public void varying(Operations operations, Turn turn) { operations.add(++turn.number % 10); }

    @Benchmark @Group("mixed") public void triple(Operations operations) { operations.add(3); }

    @Benchmark @Group("mixed") public void plain() {}

    /** What a benchmark takes last is made first, so here the last thread is the first to make its Operations. */
    @State(Scope.Thread)
    public static class Late {
        @Setup public void delay(ThreadParams thread) throws InterruptedException { Thread.sleep(30 * (3 - thread.getThreadIndex())); }
    }

    @Benchmark public void unequal(Operations operations, ThreadParams thread, Late late) { operations.add(1 + thread.getThreadIndex()); }

    @State(Scope.Thread)
    public static class Turn { int number; }
}
