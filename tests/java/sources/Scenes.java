// What a worker must survive and report, one benchmark each; and the three whose machine code is compared with JMH's.
package scenes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;

public class Scenes {
    public enum Colour { RED, GREEN }

    @State(Scope.Benchmark)
    public static class Journal {
        @Setup(Level.Trial) public void trialSetup(Blackhole hole) throws IOException { hole.consume(1); write("trial+"); }
        @Setup(Level.Iteration) public void iterationSetup() throws IOException { write("iteration+"); }
        @TearDown(Level.Iteration) public void iterationTeardown() throws IOException { write("iteration-"); }
        @TearDown(Level.Trial) public void trialTeardown() throws IOException { write("trial-"); }

        static void write(String line) throws IOException {
            Files.write(Paths.get(System.getenv("CLAMH_TRANSCRIPT")), (line + "\n").getBytes(),
                    StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    @State(Scope.Thread)
    public static class Params {
        @Param({"a b", "é\t%"}) public String text;
        @Param public Colour colour;
        @Param({"x"}) public char letter;
        @Param({"1.5"}) public double real;
        @Param({"true"}) public boolean flag;
        @Param({"-128"}) public byte small;
    }

    @State(Scope.Thread)
    public static class Broken {
        @Setup public void prepare() { throw new IllegalStateException("not today"); }
    }

    @State(Scope.Thread)
    public static class Doubtful {
        public int asked;

        //@@Check
        int answer() {
            if (asked > 0) throw new IllegalStateException("no answer");
            return 0;
        }

        @TearDown public void close() throws IOException { Journal.write("closed"); }
    }

    @Benchmark public int ask(Doubtful doubtful) { return ++doubtful.asked; }

    @State(Scope.Thread)
    public static class Queue {
        private final java.util.Queue<Integer> full = new java.util.ArrayDeque<>();
        private Thread own;

        @Setup public void fill() {
            full.add(7);
            own = Thread.currentThread();
        }

        //@@Check
        int left() { return full.size(); }
    }

    @Benchmark public void inLongIterations(IterationParams own) {
        if (own.getTime().convertTo(TimeUnit.MILLISECONDS) < 50) {
            throw new IllegalStateException("an iteration of " + own.getTime());
        }
    }

    /** The second call takes nothing any more. */
    @Benchmark public String drifting(Queue queue, Blackhole hole, BenchmarkParams params) {
        Integer next = queue.full.poll();
        hole.consume(next);
        return (next == null ? "empty" : next) + params.getBenchmark().replaceAll(".*\\.", " ") + " " + params.getMode().shortLabel()
                + (queue.own == Thread.currentThread() ? " same thread" : " another thread");
    }

    @State(Scope.Thread)
    public static class Each {
        @Setup(Level.Invocation) public void begin() {}
    }

    @Benchmark public void each(Each each) {}

    @Benchmark public void deep(Blackhole hole) { dive(3000, hole); }

    private static void dive(int left, Blackhole hole) {
        if (left == 0) hole.consume(7);
        else dive(left - 1, hole);
    }

    @Benchmark public void empty() {}

    @Benchmark public Object object() { return new Object(); }

    @Benchmark public void journalled(Journal journal) {}

    @Benchmark public String params(Params p) {
        return p.text + p.colour + p.letter + p.real + p.flag + p.small;
    }

    @Benchmark public double consuming(Journal journal, Blackhole hole) {
        hole.consume("é");
        hole.consume(new int[] {1, 2});
        hole.consume(0.5f);
        return Double.NaN;
    }

    @State(Scope.Thread)
    public static class Kind {
        @Param({"null"}) public String kind;
    }

    @Benchmark public Object valued(Kind kind) {
        switch (kind.kind) {
            case "huge string":
                StringBuilder huge = new StringBuilder();
                for (int i = 0; i < 300_000; i++) {
                    huge.append("ü\ud83d\ude00\n"); // of two halves
                }
                return huge;
            case "byte": return (byte) -42;
            case "long": return Long.MIN_VALUE;
            case "whole double": return 42.0;
            case "minus zero": return -0.0f;
            case "large double": return 1e300;
            case "float": return 0.1f;
            case "nan": return Float.NaN;
            case "infinity": return Double.NEGATIVE_INFINITY;
            case "boolean": return true;
            case "char": return 'é';
            case "string": return "a\tb";
            case "builder": return new StringBuilder("built");
            case "bytes": return new byte[] {0, -1, 16};
            case "nested": return new Object[] {1, null, java.util.Arrays.asList("x", 0.5), new long[0]};
            case "itself": {
                Object[] self = new Object[1];
                self[0] = self;
                return self;
            }
            case "long string": return String.join("", java.util.Collections.nCopies(600, "é"));
            case "object": return new Object();
            default: return null;
        }
    }

    public abstract static class Base {
        @Benchmark public int inherited(Blackhole hole) {
            hole.consume(7);
            return 1;
        }
    }

    public static class Derived extends Base {}

    @Benchmark @Group("both") public void left() {}

    @Benchmark @Group("both") public void right() {}

    @State(Scope.Group) public static class Stall { volatile int ware; }

    /** Waits for its partner. */
    @Benchmark @Group("market") public int buy(Stall stall, Control control, Blackhole blackhole) {
        while (stall.ware == 0 && !control.stopMeasurement) {}
        blackhole.consume("bought");
        return stall.ware;
    }

    @State(Scope.Group) public static class Gate {
        final java.util.concurrent.Semaphore passes = new java.util.concurrent.Semaphore(0);
    }

    /** Quick, so that it is through first: its next call, un-timed, waits for a partner who will not call any more. */
    @Benchmark @Group("parting") public void abandoned(Gate gate, Control control) throws InterruptedException {
        if (control.stopMeasurement) gate.passes.acquire();
    }

    /** Opens the gate in the calls that it makes when the other one is through before it: after the last of them nobody does. */
    @Benchmark @Group("parting") public void leaving(Gate gate, Control control) throws InterruptedException {
        if (control.stopMeasurement) gate.passes.release();
        Thread.sleep(30);
    }

    /** Its last call, un-timed, is only slow. */
    @Benchmark @Group("unhurried") public void busy(Control control) {
        try {
            if (control.stopMeasurement) Thread.sleep(1500);
        } catch (InterruptedException hurried) {
            throw new IllegalStateException("interrupted at work");
        }
    }

    @Benchmark @Group("unhurried") public void with() throws InterruptedException { Thread.sleep(30); }

    /** Its partner throws, and nothing but an interrupt ends it. */
    @Benchmark @Group("deserted") public void abide(Stall stall) throws InterruptedException {
        stall.ware = 1;
        new java.util.concurrent.CountDownLatch(1).await();
    }

    @Benchmark @Group("deserted") public void leave(Stall stall) {
        while (stall.ware == 0) {}
        throw new IllegalArgumentException("seven");
    }

    @Benchmark @Group("market") public void sell(Stall stall) { stall.ware = 42; }

    @Benchmark public int throwing() { throw new IllegalArgumentException("seven"); }

    @Benchmark public void brokenSetup(Broken broken) {}

    @Benchmark public void exiting() { System.exit(3); }

    @Benchmark public void stray() {
        Thread stray = new Thread(() -> { while (true) Thread.yield(); });
        if (STARTED++ == 0) stray.start();
    }
    private static int STARTED;

    @Benchmark public void printing() { System.out.println("noise"); System.err.println("more"); }

    @Benchmark
    @BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
    @Warmup(iterations = 3, time = 70, timeUnit = java.util.concurrent.TimeUnit.MILLISECONDS)
    @Fork(value = 2, jvmArgsAppend = {"-Dscenes.mark=a b"})
    @Threads(2)
    @OperationsPerInvocation(4)
    @Timeout(time = 3)
    public String settled() { return System.getProperty("scenes.mark"); }

    @State(Scope.Thread) public static class Ware {
        private int thread;

        @Setup public void number(org.openjdk.jmh.infra.ThreadParams params) { thread = params.getThreadIndex(); }

        //@@Check
        int first() { return thread; }
    }

    @Benchmark @Group("ware") public void offer() {}

    @Benchmark @Group("ware") public void want(Ware ware) {}

    /** JMH sorts these by the characters of their names, the catalog by their words. */
    @Benchmark @Group("order") @GroupThreads(2) public String get_all() throws InterruptedException {
        Thread.sleep(1);
        return "all";
    }

    @Benchmark @Group("order") public String getOne() { return "first"; }

    @Benchmark @Group("lonely") @GroupThreads(2) public int hermit(Blackhole hole) {
        hole.consume(7);
        return 1;
    }
}
