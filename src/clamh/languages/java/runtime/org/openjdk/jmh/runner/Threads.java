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
     * <p>JMH keeps a rate per thread, and the operations of all threads together. With one thread this is exact to within
     * a batch; with more, operations are shared out as if all threads ran equally long, which JMH's barriers nearly make
     * true, and each thread's rate stays exact.
     */
    static List<Object> of(Case asked, IterationParams iteration, IterationResult result) {
        List<Result<?>> scores = new ArrayList<>();
        result.getRawPrimaryResults().forEach(scores::add);
        double together = scores.stream().mapToDouble(score -> weight(asked, score)).sum();
        double all = result.getMetadata().getAllOps();
        List<Object> threads = new ArrayList<>();
        for (Result<?> score : scores) {
            double share = weight(asked, score) / together;
            Map<String, Object> thread = asked.mode == Mode.SampleTime ? sampled(asked, score)
                    : asked.mode == Mode.SingleShotTime ? once(asked, iteration, score)
                    : timed(asked, iteration, result, score, together);
            thread.put("all_operations", all * share);
            long elapsed = (long) thread.get("elapsed_ns");
            if (asked.takesOperations) {
                double operations = Counters.operations(asked, result, threads.size(), elapsed);
                thread.put("operations", operations);
                thread.put("all_operations", operations);
            }
            thread.put("counters", Counters.of(asked, result, threads.size(), elapsed));
            threads.add(thread);
        }
        return threads;
    }

    /** What a thread's part of all operations is proportional to. */
    private static double weight(Case asked, Result<?> result) {
        return asked.mode == Mode.SampleTime || asked.mode == Mode.SingleShotTime ? 1 : rate(asked, result);
    }

    private static Map<String, Object> timed(
            Case asked, IterationParams iteration, IterationResult result, Result<?> score, double together) {
        double measured = result.getMetadata().getMeasuredOps();
        if (measured == 0) { // less than one whole batch, which JMH counts as none: the rate is all there is
            measured = together * iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
        }
        double operations = measured * (rate(asked, score) / together); // of one thread alone exactly all
        double invocations = operations / asked.operations * iteration.getBatchSize();
        long timings = asked.timesEach ? Math.round(invocations) : 0;
        return thread(operations, Math.round(measured / together), timings, List.of());
    }

    /** Operations per ns of the modes that run for a time. */
    private static double rate(Case asked, Result<?> result) {
        double scale = asked.unit.toNanos(1);
        return asked.mode == Mode.Throughput ? result.getScore() / scale : 1 / (result.getScore() * scale);
    }

    /** JMH's sample is a batch's time divided by the operations per invocation, in whole ns: the rest is lost. */
    private static Map<String, Object> sampled(Case asked, Result<?> result) {
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
        return thread((double) timings * asked.operations, elapsed, timings, histogram);
    }

    private static Map<String, Object> once(Case asked, IterationParams iteration, Result<?> result) {
        long elapsed = Math.round(result.getScore() * asked.operations * asked.unit.toNanos(1));
        return thread(asked.operations, elapsed, asked.timesEach ? iteration.getBatchSize() : 1, List.of());
    }

    private static Map<String, Object> thread(double operations, long elapsed, long timings, List<Object> histogram) {
        return Message.map("operations", operations, "all_operations", 0, "elapsed_ns", elapsed, "timings", timings,
                "clock_cost_ns", 0, "histogram", histogram, "sample_invocations", 0, "sample_ns", List.of(),
                "voluntary_switches", -1, "involuntary_switches", -1, "counters", Map.of());
    }
}
