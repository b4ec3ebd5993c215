package org.openjdk.jmh.runner;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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

    /** A field or method that counts; JMH's results have its short name. */
    static final class Counter {
        final String state;
        final String label;
        private final boolean perTime;

        /** Of a fact: its kind, the full name, the type. */
        Counter(List<String> fact) {
            int dot = fact.get(1).lastIndexOf('.');
            state = fact.get(1).substring(0, dot);
            label = fact.get(1).substring(dot + 1);
            perTime = fact.get(2).equals("OPERATIONS");
        }

        /** Whether JMH hands its count over in that mode. */
        boolean isKnown(Mode mode) {
            return !perTime || mode != Mode.SampleTime && mode != Mode.SingleShotTime;
        }
    }

    /** The counts of one thread, in the order of `open`; null where JMH does not know one, 0 where the function has no such state. */
    static List<Double> of(Opening opening, BenchmarkTaskResult thread, long elapsedNs) {
        List<Double> counts = new ArrayList<>();
        for (Counter counter : opening.counters) {
            counts.add(counter.isKnown(opening.mode) ? count(opening, thread, counter.label, elapsedNs) : null);
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
            return singleShot(opening.threads).get(index); // in another order than the results: their sum is right
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

    /** The counts of the threads of this trial, which are the last that were made. */
    private static List<Double> singleShot(int threads) {
        try {
            Class<?> type = Class.forName(OPERATIONS);
            Field all = type.getDeclaredField("ALL");
            all.setAccessible(true);
            List<Double> counts = new ArrayList<>();
            for (Object object : (Collection<?>) all.get(null)) {
                counts.add((double) type.getField(COUNT).getLong(object));
            }
            return counts.subList(counts.size() - threads, counts.size());
        } catch (ReflectiveOperationException other) {
            throw new IllegalStateException("the artifact's " + OPERATIONS + " is not that of its launcher", other);
        }
    }
}
