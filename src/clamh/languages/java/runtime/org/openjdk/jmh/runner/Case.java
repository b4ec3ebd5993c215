package org.openjdk.jmh.runner;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** One open case in JMH's own BenchmarkHandler: its iterations one by one, and its end. */
final class Case {
    final Opening opening;
    final ThreadPool pool;
    private final BenchmarkParams params;
    private final BenchmarkHandler handler;
    private final BaseRunner collector;
    private final Allocations allocations = new Allocations();
    boolean begun;
    private boolean ended;
    private boolean within; // an iteration of slices

    Case(Opening opening) throws Failure {
        this.opening = opening;
        params = opening.toJmh(opening.mode, opening.threads, true);
        Options options = new OptionsBuilder().shouldDoGC(opening.collects).build();
        handler = new BenchmarkHandler(Benchmarks.SILENT, options, params);
        pool = new ThreadPool(handler, opening.threads, allocations);
        collector = new BaseRunner(options, Benchmarks.SILENT) {};
    }

    /** iterate ID PHASE TIME_NS COUNT FIRST LAST: one iteration of JMH's, which knows a time, or a single shot of one batch. */
    void iterate(Command command, Channel channel) throws Failure, IOException {
        long timeNs = command.natural(3);
        boolean first = command.natural(5) == 1;
        boolean last = command.natural(6) == 1;
        if (opening.mode == Mode.SingleShotTime ? timeNs != 0 || command.natural(4) != 1 : timeNs == 0) {
            throw Failure.unsupported(opening.name, "JMH's single shot is one batch, and its other modes run for a time");
        }
        if (ended || within || first == begun) {
            throw Failure.malformed();
        }
        IterationParams iteration = opening.iteration(command.text(2), timeNs);
        collector.runSystemGC();
        allocations.begin();
        run(iteration, first, last);
        allocations.end();
        Timing timing = new Timing(opening, iteration, pool, opening.onlyLoops(first, last));
        for (Map<String, Object> samples : timing.samples) {
            channel.send(samples);
        }
        channel.send(answer("iteration", timing, Clock.speed()));
    }

    /**
     * slice ID PHASE WARMIN COUNT BEGIN END: an iteration of COUNT ns, of which WARMIN ns before are not timed. Between two
     * iterations JMH's own work empties the caches, so both are one, unless JMH would also count what is not timed.
     */
    void slice(Command command, Channel channel) throws Failure, IOException {
        long warmin = command.natural(3);
        long count = command.natural(4);
        long begin = command.natural(5);
        long end = command.natural(6);
        if (!opening.unsliced.isEmpty() || ended || count == 0 || begin != (within ? 0 : begun ? 1 : 2)) {
            throw Failure.malformed();
        }
        String phase = command.text(2);
        Timing untimed = null;
        allocations.begin();
        if (warmin > 0 && opening.hasCounts) {
            IterationParams before = opening.iteration(phase, warmin);
            run(before, begin == 2, false);
            untimed = new Timing(opening, before, pool, false);
        }
        boolean first = begin == 2 && untimed == null;
        IterationParams iteration = opening.iteration(phase, count);
        within = end == 0;
        pool.warminNs = untimed == null ? warmin : 0;
        run(iteration, first, end == 2);
        pool.warminNs = 0;
        allocations.end();
        Timing timing = new Timing(opening, iteration, pool, opening.onlyLoops(begin == 2 && warmin == 0, end == 2));
        if (untimed != null) {
            timing.addUntimed(untimed);
        }
        channel.send(answer("slice", timing, null));
    }

    private Map<String, Object> answer(String event, Timing timing, List<Long> speed) {
        long collections = Allocations.collections();
        return Channel.event(event, "case", opening.id, "threads", timing.threads, "speed_ns", speed,
                "counters", allocations.counted, "collections", collections < 0 ? null : collections);
    }

    /** So many calls on the state that measuring left, before the trial's end. */
    void invoke(long calls, Channel channel) throws Failure, IOException {
        if (!opening.invocable || ended) {
            throw Failure.malformed();
        }
        State state = new State(handler, opening);
        boolean returns = Benchmarks.methods(opening.entry).get(0).getReturnType() != void.class;
        for (int call = 1; call <= calls; call++) {
            Values values = new Values(opening.id, call);
            pool.between(() -> {
                Object returned = state.call();
                values.add("returned", 0, returns ? Canonical.text(returned) : null);
                state.check(values);
                return null;
            });
            for (String event : values.events) {
                channel.send(event);
            }
        }
        channel.send(Channel.event("invoked", "case", opening.id, "unrecorded", true));
    }

    /** The collector of garbage that the JVM chose or was told to take, by what it calls its parts. */
    static String chosenCollector() {
        List<String> parts = new ArrayList<>();
        ManagementFactory.getGarbageCollectorMXBeans().forEach(part -> parts.add(part.getName()));
        String first = parts.isEmpty() ? "" : parts.get(0);
        return first.equals("Copy") ? "Serial" : first.startsWith("PS ") ? "Parallel"
                : first.matches("(G1|ZGC|Shenandoah|Epsilon) .*") ? first.substring(0, first.indexOf(' ')) : String.join(", ", parts);
    }

    private void run(IterationParams iteration, boolean first, boolean last) throws Failure {
        begun = true;
        ended = last;
        boolean guarded = opening.mayWait && opening.mode != Mode.SingleShotTime; // a shot is timed to its end
        Thread guard = guarded ? pool.guard(pool.warminNs + nanos(iteration), nanos(opening.measurement)) : null;
        try {
            handler.runIteration(params, iteration, first, last);
        } catch (BenchmarkException failure) {
            ended = true; // JMH runs no teardown after a failure
            throw pool.failure(opening, Failure.cause(failure));
        } finally {
            if (guarded) {
                guard.interrupt();
            }
        }
    }

    private static long nanos(IterationParams iteration) {
        return iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
    }

    /**
     * Ends a trial whose last iteration was not known to be the last.
     *
     * <p>JMH's generated code tears down at the end of an iteration only. The shortest one calls the benchmark once per
     * thread: it is not synchronised, and told to stop before it starts. Threads that may wait for each other need one in which
     * all go on until all have come: for a ns.
     */
    void endTrial() throws Failure {
        if (!begun || ended) {
            return;
        }
        boolean single = opening.mode == Mode.SingleShotTime;
        if (opening.mayWait && !single) {
            run(new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.nanoseconds(1), 1), false, true);
            return;
        }
        ended = true;
        BenchmarkParams alone = opening.toJmh(opening.mode, opening.threads, false);
        // A single shot with no batch tears down without a call.
        IterationParams shortest = new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.NONE, single ? 0 : 1);
        InfraControl control = new InfraControl(alone, shortest, new CountDownLatch(opening.threads),
                new CountDownLatch(opening.threads), false, true, false, new Control());
        control.announceDone();
        pool.runTasks(control, opening);
    }

    /** Lets JMH's threads go. */
    void close() {
        handler.shutdown();
    }
}
