package org.openjdk.jmh.runner;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkTaskResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.SampleTimeResult;

/** What each thread did in an iteration, computed back from the scores that JMH makes of it. */
final class Timing {
    /** Numbers in one `samples` event, so that it fits a line whatever they are. */
    private static final int MOST = 50_000;

    private final Opening opening;
    private final IterationParams iteration;
    private final ThreadPool pool;
    private final boolean onlyLoops;
    /** The `samples` events of all threads, in mode `sample`. */
    final List<Map<String, Object>> samples = new ArrayList<>();
    /** The `threads` of an answer, by JMH's thread index. */
    final List<Map<String, Object>> threads = new ArrayList<>();

    /** `onlyLoops`: the threads did nothing but their loop, so how long they waited for a CPU is known. */
    Timing(Opening opening, IterationParams iteration, ThreadPool pool, boolean onlyLoops) {
        this.opening = opening;
        this.iteration = iteration;
        this.pool = pool;
        this.onlyLoops = onlyLoops;
        for (int index = 0; index < opening.threads; index++) {
            threads.add(thread(index));
        }
    }

    /** The operations of the iteration before a slice are none of its own, but they are among all that were done. */
    void addUntimed(Timing before) {
        for (int index = 0; index < threads.size(); index++) {
            double all = number(threads.get(index)) + number(before.threads.get(index));
            threads.get(index).put("all_operations", all);
        }
    }

    private static double number(Map<String, Object> thread) {
        return ((Number) thread.get("all_operations")).doubleValue();
    }

    private Map<String, Object> thread(int index) {
        ThreadPool.Part part = pool.parts[index];
        BenchmarkTaskResult result = part.result;
        Result<?> score = primary(result);
        Map<String, Object> thread = opening.mode == Mode.SampleTime ? sampled(index, score)
                : opening.mode == Mode.SingleShotTime ? shot(score) : timed(result, score);
        long elapsed = (long) thread.get("elapsed_ns");
        double counted = ((Number) thread.get("operations")).doubleValue(); // more than JMH's whole number of a part of a batch
        thread.putAll(Channel.map("all_operations", Math.max(result.getAllOps(), counted),
                "aux", opening.counters.isEmpty() ? null : Counters.of(opening, result, elapsed),
                "function", opening.isGroup ? opening.order[part.function] : null,
                "waited_ns", onlyLoops && part.waitedNs >= 0 ? part.waitedNs : null)); // JMH's own waiting is in it
        if (opening.takesOperations.get(part.function)) {
            double operations = Counters.operations(opening, result, index, elapsed);
            thread.put("operations", operations);
            thread.put("all_operations", operations);
        }
        return thread;
    }

    private static Result<?> primary(BenchmarkTaskResult task) {
        for (Result<?> result : task.getResults()) {
            if (result.getRole().isPrimary()) {
                return result;
            }
        }
        throw new IllegalStateException("JMH has no primary result");
    }

    private Map<String, Object> timed(BenchmarkTaskResult task, Result<?> score) {
        double scale = opening.unit.toNanos(1);
        double rate = opening.mode == Mode.Throughput ? score.getScore() / scale : 1 / (score.getScore() * scale); // operations per ns
        double operations = task.getMeasuredOps();
        if (operations == 0) { // less than one whole batch, which JMH counts as none: the rate is all there is
            operations = rate * iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
        }
        double invocations = operations / opening.operations * iteration.getBatchSize();
        return thread(operations, Math.round(operations / rate), opening.timesEach ? Math.round(invocations) : 0);
    }

    /** JMH's sample is a batch's time divided by the operations per invocation, in whole ns: the rest is lost. Its buckets are repeated. */
    private Map<String, Object> sampled(int index, Result<?> score) {
        List<Long> times = new ArrayList<>();
        long timings = 0;
        long elapsed = 0;
        Iterator<Map.Entry<Double, Long>> buckets = ((SampleTimeResult) score).getStatistics().getRawData();
        while (buckets.hasNext()) {
            Map.Entry<Double, Long> bucket = buckets.next();
            long time = Math.round(bucket.getKey() * opening.unit.toNanos(1)) * opening.operations;
            for (long i = 0; i < bucket.getValue(); i++) {
                if (times.size() == MOST) {
                    addSamples(index, times, false);
                    times = new ArrayList<>();
                }
                times.add(time);
            }
            timings += bucket.getValue();
            elapsed += time * bucket.getValue();
        }
        Map<String, Object> thread = thread((double) timings * opening.operations, elapsed, timings);
        if (timings > 0) {
            addSamples(index, times, true);
            thread.put("sample_invocations", iteration.getBatchSize());
        }
        return thread;
    }

    private void addSamples(int index, List<Long> times, boolean last) {
        samples.add(Channel.event("samples", "case", opening.id, "thread", index, "sample_ns", times, "last", last));
    }

    private Map<String, Object> shot(Result<?> score) {
        long elapsed = Math.round(score.getScore() * opening.operations * opening.unit.toNanos(1));
        return thread(opening.operations, elapsed, opening.timesEach ? iteration.getBatchSize() : 1);
    }

    private static Map<String, Object> thread(double operations, long elapsed, long timings) {
        return Channel.map("operations", operations, "elapsed_ns", elapsed, "timings", timings > 0 ? timings : null);
    }
}
