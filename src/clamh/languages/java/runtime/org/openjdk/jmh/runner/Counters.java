package org.openjdk.jmh.runner;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.BenchmarkTaskResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.ThroughputResult;

/**
 * What the states with @AuxCounters counted, turned back from JMH's secondary results.
 *
 * <p>JMH has those of the type EVENTS in every mode, and those of the type OPERATIONS where it runs for a time: not in
 * samples and single shots.
 */
final class Counters {
    /** The injected state that says how many operations an invocation did, and its counter. */
    static final String OPERATIONS = "clamh.Operations";
    private static final String COUNT = "operations";
    /** A count that was divided by a time and multiplied by it again is whole to within this part of it. */
    private static final double ROUNDING = 1e-9;

    private Counters() {}

    /** Whether JMH hands over the count of that fact in a mode. */
    static boolean isKnown(List<String> counter, Mode mode) {
        return counter.get(2).equals("EVENTS") || mode != Mode.SampleTime && mode != Mode.SingleShotTime;
    }

    /** The counts of one thread, in the order of `open`; null where JMH does not know one, 0 where the function has no such state. */
    static List<Double> of(Opening opening, BenchmarkTaskResult thread, long elapsedNs) {
        List<Double> counts = new ArrayList<>();
        for (List<String> counter : opening.counters) {
            String label = counter.get(1).substring(counter.get(1).lastIndexOf('.') + 1);
            counts.add(isKnown(counter, opening.mode) ? count(opening, thread, label, elapsedNs) : null);
        }
        return counts;
    }

    private static double count(Opening opening, BenchmarkTaskResult thread, String label, long elapsedNs) {
        for (Result<?> result : thread.getResults()) {
            if (result.getRole().isSecondary() && result.getLabel().equals(label)) {
                return raw(opening, result, elapsedNs);
            }
        }
        return 0;
    }

    /** How many operations the invocations of thread `index` said they did. */
    static double operations(Opening opening, BenchmarkTaskResult thread, int index, long elapsedNs) {
        if (opening.mode == Mode.SingleShotTime) {
            return singleShot(index);
        }
        return count(opening, thread, COUNT, elapsedNs);
    }

    private static double raw(Opening opening, Result<?> result, long elapsedNs) {
        if (result instanceof ScalarResult) {
            return result.getScore();
        }
        double scale = opening.unit.toNanos(1);
        double count = result instanceof ThroughputResult
                ? result.getScore() / scale * elapsedNs : elapsedNs / (result.getScore() * scale);
        return Math.abs(count - Math.rint(count)) <= ROUNDING * Math.abs(count) ? Math.rint(count) : count;
    }

    /** What thread `index` has counted in its last batch. */
    private static double singleShot(int index) {
        try {
            Class<?> type = Class.forName(OPERATIONS);
            Field kept = type.getDeclaredField("OF_THREADS");
            kept.setAccessible(true);
            return type.getField(COUNT).getLong(((Map<?, ?>) kept.get(null)).get(index));
        } catch (ReflectiveOperationException other) {
            throw new IllegalStateException("the artifact's " + OPERATIONS + " is not that of its launcher", other);
        }
    }
}
