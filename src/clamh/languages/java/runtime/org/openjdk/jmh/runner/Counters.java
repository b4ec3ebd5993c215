package org.openjdk.jmh.runner;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.AuxCounters;
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

    /** The counters of one thread, by full name; of a group's member those of its own states only. */
    static Map<String, Object> of(Case asked, BenchmarkTaskResult thread, long elapsedNs) {
        Map<String, Object> counters = new LinkedHashMap<>();
        for (Class<?> state : State.of(asked.entry)) {
            if (state.isAnnotationPresent(AuxCounters.class)) {
                for (Result<?> one : thread.getResults()) {
                    if (one.getRole().isSecondary() && counts(state, one.getLabel())) {
                        counters.put(State.name(state) + "." + one.getLabel(), raw(asked, one, elapsedNs));
                    }
                }
            }
        }
        return counters;
    }

    /** The states of which JMH will hand over no counters in this case's mode. */
    static List<String> unheard(Case asked) {
        List<String> states = new ArrayList<>();
        for (Class<?> state : State.of(asked.entry)) {
            AuxCounters said = state.getAnnotation(AuxCounters.class);
            if (said != null && said.value() == AuxCounters.Type.OPERATIONS
                    && (asked.mode == Mode.SampleTime || asked.mode == Mode.SingleShotTime)) {
                states.add(State.name(state));
            }
        }
        return states;
    }

    /** Whether the class itself has the counter: JMH looks at no superclass. */
    private static boolean counts(Class<?> state, String label) {
        for (Field field : state.getDeclaredFields()) {
            if (field.getName().equals(label)) {
                return true;
            }
        }
        try {
            return state.getDeclaredMethod(label) != null;
        } catch (NoSuchMethodException none) {
            return false;
        }
    }

    /** How many operations the invocations of thread `index` said they did. */
    static double operations(Case asked, BenchmarkTaskResult thread, int index, long elapsedNs) {
        if (asked.mode == Mode.SingleShotTime) {
            return singleShot(asked.threads).get(index); // in another order than the results: their sum is right
        }
        for (Result<?> one : thread.getResults()) {
            if (one.getRole().isSecondary() && one.getLabel().equals(COUNT)) {
                return raw(asked, one, elapsedNs);
            }
        }
        return 0; // a member of a group that does not take it
    }

    private static double raw(Case asked, Result<?> one, long elapsedNs) {
        if (one instanceof ScalarResult) {
            return one.getScore();
        }
        double scale = asked.unit.toNanos(1);
        double count = one instanceof ThroughputResult
                ? one.getScore() / scale * elapsedNs : elapsedNs / (one.getScore() * scale);
        return Math.abs(count - Math.rint(count)) <= ROUNDING * Math.abs(count) ? Math.rint(count) : count;
    }

    /** The counts of the threads of this trial, which are the last that were made. */
    private static List<Double> singleShot(int threads) {
        try {
            Class<?> type = Class.forName(OPERATIONS);
            Field all = type.getDeclaredField("ALL");
            all.setAccessible(true);
            List<Double> counts = new ArrayList<>();
            for (Object one : (Collection<?>) all.get(null)) {
                counts.add((double) type.getField(COUNT).getLong(one));
            }
            return counts.subList(counts.size() - threads, counts.size());
        } catch (ReflectiveOperationException other) {
            throw new IllegalStateException("the artifact's " + OPERATIONS + " is not that of its launcher", other);
        }
    }
}
