package org.openjdk.jmh.runner;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkTaskResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** One open case in JMH's own BenchmarkHandler: its iterations one by one, and its end. */
final class Trial {
    final Case asked;
    private final BenchmarkParams params;
    private final BenchmarkHandler handler;
    private boolean begun;
    private boolean ended;

    Trial(Case asked) {
        this.asked = asked;
        params = asked.toJmh(asked.mode, true);
        handler = new BenchmarkHandler(Benchmarks.SILENT, new OptionsBuilder().build(), params);
    }

    /** One iteration of JMH's; `first` and `last` are the driver's, and must fit what was run before. */
    Map<String, Object> iterate(String phase, long timeNs, boolean first, boolean last) throws Refused {
        if (ended || first == begun) {
            throw new Refused("usage", asked.name(), ended ? "the case had its last iteration already"
                    : begun ? "FIRST = 1 a second time" : "the first iteration needs FIRST = 1");
        }
        IterationType type = phase.equals("warmup") ? IterationType.WARMUP : IterationType.MEASUREMENT;
        begun = true;
        ended = last;
        IterationResult result;
        try {
            result = handler.runIteration(
                    params, new IterationParams(type, 1, TimeValue.nanoseconds(timeNs), asked.batch), first, last);
        } catch (BenchmarkException failure) {
            ended = true; // JMH runs no teardown after a failure
            throw Failure.refused(Failure.cause(failure), asked.name());
        }
        return Message.event("iteration", "case", asked.id, "phase", phase, "threads", threads(result, timeNs),
                "speed_ns", Clock.speed(), "source", "jmh");
    }

    /**
     * What each thread did, computed back from JMH's scores: it keeps a rate per thread and the operations of all threads
     * together. With one thread this is exact; with more, the operations are shared out as if all threads ran equally
     * long, which JMH's barriers nearly make true, and each thread's rate stays exact.
     */
    private List<Object> threads(IterationResult result, long timeNs) {
        double sum = 0;
        for (Result<?> one : result.getRawPrimaryResults()) {
            sum += rate(one);
        }
        double measured = result.getMetadata().getMeasuredOps();
        if (measured == 0) { // less than one whole batch, which JMH counts as none: the rate is all there is
            measured = sum * timeNs;
        }
        double all = result.getMetadata().getAllOps();
        List<Object> threads = new ArrayList<>();
        for (Result<?> one : result.getRawPrimaryResults()) {
            double share = rate(one) / sum;
            threads.add(Message.map(
                    "operations", measured * share, "all_operations", all * share,
                    "elapsed_ns", Math.round(measured * share / rate(one)),
                    "sample_invocations", 0, "sample_ns", List.of(),
                    "voluntary_switches", -1, "involuntary_switches", -1, "counters", Map.of()));
        }
        return threads;
    }

    /** Operations per ns. */
    private double rate(Result<?> result) {
        return asked.mode == Mode.Throughput ? result.getScore() : 1 / result.getScore();
    }

    /**
     * Ends a case whose last iteration was not known to be the last, and says how many operations that took.
     *
     * <p>JMH's generated code tears down at the end of an iteration only. The shortest one calls the benchmark once per
     * thread: it is not synchronised, and told to stop before it starts.
     */
    long drain() throws Refused {
        if (!begun || ended) {
            return 0;
        }
        ended = true;
        BenchmarkParams alone = asked.toJmh(asked.mode, false);
        IterationParams shortest = new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.NONE, 1);
        InfraControl control = new InfraControl(alone, shortest, new CountDownLatch(asked.threads),
                new CountDownLatch(asked.threads), false, true, false, new Control());
        control.announceDone();
        List<Future<BenchmarkTaskResult>> tasks = new ArrayList<>();
        for (int i = 0; i < asked.threads; i++) {
            tasks.add(executor().submit(handler.new BenchmarkTask(control)));
        }
        long operations = 0;
        Throwable failure = null;
        for (Future<BenchmarkTaskResult> task : tasks) {
            try {
                operations += task.get().getAllOps();
            } catch (ExecutionException | InterruptedException raised) {
                Throwable cause = raised;
                for (int i = 0; i < 3 && cause.getCause() != null; i++) { // as deep as BenchmarkHandler wraps
                    cause = cause.getCause();
                }
                failure = failure == null || failure instanceof FailureAssistException ? cause : failure;
            }
        }
        if (failure != null) {
            throw Failure.refused(failure, asked.name());
        }
        return operations;
    }

    private ExecutorService executor() {
        try {
            Field field = BenchmarkHandler.class.getDeclaredField("executor");
            field.setAccessible(true);
            return (ExecutorService) field.get(handler);
        } catch (ReflectiveOperationException other) {
            throw new IllegalStateException("this is not JMH 1.37", other);
        }
    }

    /** Lets JMH's threads go. */
    void close() {
        handler.shutdown();
    }
}
