package org.openjdk.jmh.runner;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkTaskResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** One open case in JMH's own BenchmarkHandler: its iterations one by one, and its end. */
final class Trial {
    static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    final Case asked;
    private final BenchmarkParams params;
    private final BenchmarkHandler handler;
    private final Team team;
    private final BaseRunner collector;
    boolean begun;
    private boolean ended;
    private boolean within; // an iteration of slices

    Trial(Case asked) throws Refused {
        this.asked = asked;
        params = asked.toJmh(asked.mode, asked.threads, true);
        Options options = new OptionsBuilder().shouldDoGC(asked.collects).build();
        handler = new BenchmarkHandler(Benchmarks.SILENT, options, params);
        team = new Team(handler, asked.threads);
        collector = new BaseRunner(options, Benchmarks.SILENT) {};
    }

    /**
     * One iteration of JMH's; `first` and `last` are the driver's, and must fit what was run before. It takes `timeNs`,
     * or, in JMH's single-shot mode only, one batch.
     */
    Map<String, Object> iterate(String phase, long timeNs, long count, boolean first, boolean last) throws Refused {
        boolean once = asked.mode == Mode.SingleShotTime;
        if (once ? timeNs != 0 || count != 1 : timeNs == 0) {
            throw new Refused("unsupported", asked.name(), once ? "JMH's single shot is one batch: TIME_NS 0, COUNT 1"
                    : "JMH's mode " + asked.mode.shortLabel() + " runs for a time, not for a number of operations");
        }
        if (within) {
            throw new Refused("usage", asked.name(), "an iteration of slices has not ended");
        }
        if (ended || first == begun) {
            throw new Refused("usage", asked.name(), ended ? "the case had its last iteration already"
                    : begun ? "FIRST = 1 a second time" : "the first iteration needs FIRST = 1");
        }
        IterationParams iteration = asked.iteration(phase.equals("warmup"), timeNs);
        collector.runSystemGC();
        begun = true;
        ended = last;
        run(iteration, first, last);
        return Message.event("iteration", "case", asked.id, "phase", phase, "threads", Threads.of(asked, iteration, team),
                "speed_ns", Clock.speed(), "source", "jmh", "collections", collections());
    }

    /** One slice: an iteration of JMH's of `count` ns, after one of `warmin` ns that does not count. */
    Map<String, Object> slice(String phase, long warmin, long count, int begin, int end) throws Refused {
        if (!asked.unsliced.isEmpty()) {
            throw new Refused("usage", asked.name(), asked.id + " cannot be sliced: " + asked.unsliced);
        }
        int due = within ? 0 : begun ? 1 : 2;
        if (ended || begin != due) {
            throw new Refused("usage", asked.name(), ended ? "the case had its last iteration already"
                    : "BEGIN is " + begin + ", and " + due + " would be right");
        }
        boolean warming = phase.equals("warmup");
        begun = true;
        if (warmin > 0) {
            run(asked.iteration(warming, warmin), begin == 2, false);
        }
        IterationParams iteration = asked.iteration(warming, count);
        within = end == 0;
        ended = end == 2;
        run(iteration, begin == 2 && warmin == 0, end == 2);
        return Message.event("slice", "case", asked.id, "threads", Threads.of(asked, iteration, team), "collections", collections());
    }

    /** So many calls on the state that measuring left, before the trial's end. */
    Map<String, Object> invoke(int calls) throws Refused {
        if (!asked.invocable || ended) {
            throw new Refused("unsupported", asked.name(), "after measuring a case can be called before its trial ends, on one thread, where no "
                    + "fixture is due around each call or has ended the iteration");
        }
        Live live = new Live(handler);
        List<Map<String, Object>> given = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            given.add(team.between(() -> {
                Object value = live.call(asked);
                boolean none = Benchmarks.methods(asked.entry).get(0).getReturnType() == void.class;
                return Message.map("returned", none ? null : Canonical.text(value), "consumed", Collections.emptyList(), "checks", live.checks(asked));
            }));
        }
        Map<String, Object> event = Message.event("value", "case", asked.id, "unrecorded", true);
        event.putAll(given.remove(0));
        if (!given.isEmpty()) {
            event.put("more", given);
        }
        return event;
    }

    /** How often garbage was collected since the process started, by all collectors; -1 where none of them says. */
    private static long collections() {
        long sum = 0;
        boolean known = false;
        for (GarbageCollectorMXBean one : ManagementFactory.getGarbageCollectorMXBeans()) {
            sum += Math.max(0, one.getCollectionCount());
            known |= one.getCollectionCount() >= 0;
        }
        return known ? sum : -1;
    }

    /** The collector of garbage that the JVM chose or was told to take, by what it calls its parts. */
    static String chosenCollector() {
        List<String> parts = new ArrayList<>();
        for (GarbageCollectorMXBean one : ManagementFactory.getGarbageCollectorMXBeans()) {
            parts.add(one.getName());
        }
        String first = parts.isEmpty() ? "" : parts.get(0);
        return first.equals("Copy") ? "Serial" : first.startsWith("PS ") ? "Parallel"
                : first.matches("(G1|ZGC|Shenandoah|Epsilon) .*") ? first.substring(0, first.indexOf(' ')) : String.join(", ", parts);
    }

    private IterationResult run(IterationParams iteration, boolean first, boolean last) throws Refused {
        boolean guarded = asked.mayWait && asked.mode != Mode.SingleShotTime; // a shot is timed to its end
        Thread guard = guarded ? team.guard(nanos(iteration), nanos(asked.measurement)) : null;
        try {
            return handler.runIteration(params, iteration, first, last);
        } catch (BenchmarkException failure) {
            ended = true; // JMH runs no teardown after a failure
            throw team.refused(asked, Failure.cause(failure));
        } finally {
            if (guarded) {
                guard.interrupt();
            }
        }
    }

    private static long nanos(IterationParams iteration) {
        return iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
    }

    /** The system's numbers of the threads that will measure. */
    List<Long> threadIds() {
        return team.ids;
    }

    /**
     * Ends a case whose last iteration was not known to be the last, and says how many operations that took.
     *
     * <p>JMH's generated code tears down at the end of an iteration only. The shortest one calls the benchmark once per
     * thread: it is not synchronised, and told to stop before it starts. Threads that may wait for each other need one in which
     * all go on until all have come: for a ns.
     */
    long drain() throws Refused {
        if (!begun || ended) {
            return 0;
        }
        ended = true;
        boolean single = asked.mode == Mode.SingleShotTime;
        if (asked.mayWait && !single) {
            return run(new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.nanoseconds(1), 1), false, true)
                    .getMetadata().getAllOps();
        }
        BenchmarkParams alone = asked.toJmh(asked.mode, asked.threads, false);
        // A single shot with no batch tears down without a call.
        IterationParams shortest = new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.NONE, single ? 0 : 1);
        InfraControl control = new InfraControl(alone, shortest, new CountDownLatch(asked.threads),
                new CountDownLatch(asked.threads), false, true, false, new Control());
        control.announceDone();
        List<Future<BenchmarkTaskResult>> tasks = new ArrayList<>();
        for (int i = 0; i < asked.threads; i++) {
            tasks.add(team.submit(handler.new BenchmarkTask(control)));
        }
        long operations = 0;
        Throwable failure = null;
        for (Future<BenchmarkTaskResult> task : tasks) {
            try {
                operations += task.get().getAllOps();
            } catch (ExecutionException | InterruptedException raised) {
                failure = raised;
            }
        }
        if (failure != null) {
            throw team.refused(asked, failure);
        }
        return single ? 0 : operations; // JMH counts a single shot as one, whatever its batch
    }

    /** Lets JMH's threads go. */
    void close() {
        handler.shutdown();
    }
}
