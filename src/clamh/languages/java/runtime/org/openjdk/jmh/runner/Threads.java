package org.openjdk.jmh.runner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkTaskResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.SampleTimeResult;

/** What each thread did in an iteration, computed back from the scores that JMH makes of it. */
final class Threads {
    private Threads() {}

    /**
     * The `threads` of an `iteration` event, by JMH's thread index. JMH takes off no clock readings, so `clock_cost_ns` is 0 in
     * all of them.
     */
    static List<Object> of(Case asked, IterationParams iteration, Team team) {
        List<Object> threads = new ArrayList<>();
        for (BenchmarkTaskResult one : team.results()) {
            Result<?> score = primary(one);
            Map<String, Object> thread = asked.mode == Mode.SampleTime ? sampled(asked, score, team.results().size())
                    : asked.mode == Mode.SingleShotTime ? once(asked, iteration, score)
                    : timed(asked, iteration, one, score);
            thread.put("all_operations", one.getAllOps());
            long elapsed = (long) thread.get("elapsed_ns");
            if (asked.takesOperations) {
                double operations = Counters.operations(asked, one, threads.size(), elapsed);
                thread.put("operations", operations);
                thread.put("all_operations", operations);
            }
            thread.put("counters", Counters.of(asked, one, elapsed));
            if (asked.isGroup()) {
                thread.put("member", asked.member(threads.size()));
            }
            long waited = team.waited(threads.size());
            if (waited >= 0) { // JMH's own waiting is in it
                thread.put("waited_ns", waited);
            }
            threads.add(thread);
        }
        return threads;
    }

    private static Result<?> primary(BenchmarkTaskResult one) {
        for (Result<?> result : one.getResults()) {
            if (result.getRole().isPrimary()) {
                return result;
            }
        }
        throw new IllegalStateException("JMH has no primary result");
    }

    private static Map<String, Object> timed(Case asked, IterationParams iteration, BenchmarkTaskResult one, Result<?> score) {
        double rate = rate(asked, score);
        double operations = one.getMeasuredOps();
        if (operations == 0) { // less than one whole batch, which JMH counts as none: the rate is all there is
            operations = rate * iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
        }
        double invocations = operations / asked.operations * iteration.getBatchSize();
        long timings = asked.timesEach ? Math.round(invocations) : 0;
        return thread(operations, Math.round(operations / rate), timings, Collections.emptyList());
    }

    /** Operations per ns of the modes that run for a time. */
    private static double rate(Case asked, Result<?> result) {
        double scale = asked.unit.toNanos(1);
        return asked.mode == Mode.Throughput ? result.getScore() / scale : 1 / (result.getScore() * scale);
    }

    /** JMH's sample is a batch's time divided by the operations per invocation, in whole ns: the rest is lost. */
    private static Map<String, Object> sampled(Case asked, Result<?> result, int threads) {
        SortedMap<Long, Long> counts = new TreeMap<>(); // by JMH's ns per operation
        long timings = 0;
        long elapsed = 0;
        Iterator<Map.Entry<Double, Long>> samples = ((SampleTimeResult) result).getStatistics().getRawData();
        while (samples.hasNext()) {
            Map.Entry<Double, Long> sample = samples.next();
            if (sample.getValue() > 0) { // JMH lists every bucket near one that has something
                long each = Math.round(sample.getKey() * asked.unit.toNanos(1));
                counts.merge(each, sample.getValue(), Long::sum);
                timings += sample.getValue();
                elapsed += each * asked.operations * sample.getValue();
            }
        }
        return thread((double) timings * asked.operations, elapsed, timings, Histogram.pairs(counts, asked.operations, threads));
    }

    private static Map<String, Object> once(Case asked, IterationParams iteration, Result<?> result) {
        long elapsed = Math.round(result.getScore() * asked.operations * asked.unit.toNanos(1));
        return thread(asked.operations, elapsed, asked.timesEach ? iteration.getBatchSize() : 1, Collections.emptyList());
    }

    private static Map<String, Object> thread(double operations, long elapsed, long timings, List<Object> histogram) {
        return Message.map("operations", operations, "all_operations", 0, "elapsed_ns", elapsed, "timings", timings,
                "clock_cost_ns", 0, "histogram", histogram, "sample_invocations", 0, "sample_ns", Collections.emptyList(),
                "voluntary_switches", -1, "involuntary_switches", -1, "counters", Collections.emptyMap());
    }
}
