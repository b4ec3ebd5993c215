package org.openjdk.jmh.runner;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.SampleTimeResult;

/** What each thread did in an iteration, computed back from the scores that JMH keeps. */
final class Threads {
    private Threads() {}

    /**
     * The `threads` of an `iteration` event. JMH takes off no clock readings, so `clock_cost_ns` is 0 in all of them.
     *
     * <p>JMH keeps a rate per thread, and the operations of all threads together. With one thread this is exact to within a
     * batch; with more, operations are shared out as if all threads ran equally long, which JMH's barriers nearly make
     * true, and each thread's rate stays exact.
     */
    static List<Object> of(Case asked, IterationParams iteration, IterationResult result) {
        List<Result<?>> scores = new ArrayList<>();
        result.getRawPrimaryResults().forEach(scores::add);
        List<Object> threads = new ArrayList<>();
        if (asked.mode == Mode.SampleTime || asked.mode == Mode.SingleShotTime) {
            double all = (double) result.getMetadata().getAllOps() / scores.size();
            for (Result<?> score : scores) {
                threads.add(asked.mode == Mode.SampleTime ? sampled(asked, score, all) : once(asked, iteration, score, all));
            }
            return threads;
        }
        double together = scores.stream().mapToDouble(score -> rate(asked, score)).sum();
        double measured = result.getMetadata().getMeasuredOps();
        if (measured == 0) { // less than one whole batch, which JMH counts as none: the rate is all there is
            measured = together * iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
        }
        for (Result<?> score : scores) {
            double share = rate(asked, score) / together;
            long elapsed = Math.round(measured * share / rate(asked, score));
            double invocations = measured * share / asked.operations * iteration.getBatchSize();
            long timings = asked.timesEach ? Math.round(invocations) : 0;
            threads.add(thread(measured * share, result.getMetadata().getAllOps() * share, elapsed, timings, List.of()));
        }
        return threads;
    }

    /** Operations per ns of the modes that run for a time. */
    private static double rate(Case asked, Result<?> result) {
        double scale = asked.unit.toNanos(1);
        return asked.mode == Mode.Throughput ? result.getScore() / scale : 1 / (result.getScore() * scale);
    }

    /** JMH's sample is a batch's time divided by the operations per invocation, in whole ns: what that cut off is lost. */
    private static Object sampled(Case asked, Result<?> result, double all) {
        List<Object> histogram = new ArrayList<>();
        long timings = 0;
        long elapsed = 0;
        Iterator<Map.Entry<Double, Long>> samples = ((SampleTimeResult) result).getStatistics().getRawData();
        while (samples.hasNext()) {
            Map.Entry<Double, Long> sample = samples.next();
            if (sample.getValue() > 0) { // JMH lists every bucket near one that has something
                long time = Math.round(sample.getKey() * asked.unit.toNanos(1)) * asked.operations;
                histogram.add(time);
                histogram.add(sample.getValue());
                timings += sample.getValue();
                elapsed += time * sample.getValue();
            }
        }
        return thread((double) timings * asked.operations, all, elapsed, timings, histogram);
    }

    private static Object once(Case asked, IterationParams iteration, Result<?> result, double all) {
        long elapsed = Math.round(result.getScore() * asked.operations * asked.unit.toNanos(1));
        return thread(asked.operations, all, elapsed, asked.timesEach ? iteration.getBatchSize() : 1, List.of());
    }

    private static Map<String, Object> thread(
            double operations, double all, long elapsed, long timings, List<Object> histogram) {
        return Message.map("operations", operations, "all_operations", all, "elapsed_ns", elapsed, "timings", timings,
                "clock_cost_ns", 0, "histogram", histogram, "sample_invocations", 0, "sample_ns", List.of(),
                "voluntary_switches", -1, "involuntary_switches", -1, "counters", Map.of());
    }
}
