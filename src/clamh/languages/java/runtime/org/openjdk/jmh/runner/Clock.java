package org.openjdk.jmh.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The clock that JMH reads, what it costs, and how fast the CPU is now. */
final class Clock {
    private static final int ROUNDS = 20;
    private static final int READINGS = 10_000;
    private static final int CHAIN = 20_000;
    private static final int SPEED_READINGS = 5;
    private static final int WARM_UP = 100;
    private static long sink;

    private Clock() {}

    /** Facts on System.nanoTime, the only clock that JMH uses: smallest step seen and cost of a reading, in ns. */
    static Map<String, Object> facts() {
        long step = Long.MAX_VALUE;
        long cost = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) { // the first ones are the interpreter's
            long first = System.nanoTime();
            long last = first;
            for (int i = 0; i < READINGS; i++) {
                long now = System.nanoTime();
                if (now > last) {
                    step = Math.min(step, now - last);
                }
                last = now;
            }
            cost = Math.min(cost, last - first);
        }
        return Channel.map("name", "System.nanoTime", "step_ns", step, "cost_ns", Math.rint(10.0 * cost / READINGS) / 10,
                "taken", true);
    }

    /** Has the chain compiled before it is first read; without that the first readings are the interpreter's. */
    static void warmUp() {
        for (int i = 0; i < WARM_UP; i++) {
            chain();
        }
    }

    /** Readings of a fixed dependent chain: their minimum follows the CPU's frequency. Only between iterations. */
    static List<Long> speed() {
        List<Long> readings = new ArrayList<>();
        for (int i = 0; i < SPEED_READINGS; i++) {
            readings.add(chain());
        }
        return readings;
    }

    private static long chain() {
        long start = System.nanoTime();
        long value = start;
        for (int i = 0; i < CHAIN; i++) {
            value = value * 6364136223846793005L + 1442695040888963407L; // Knuth's MMIX generator: each step waits for the last
        }
        sink = value;
        return System.nanoTime() - start;
    }
}
