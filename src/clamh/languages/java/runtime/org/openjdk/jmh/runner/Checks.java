package org.openjdk.jmh.runner;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;

/**
 * What the Check methods of a benchmark's states say after a call of it (`invoke`).
 *
 * <p>JMH keeps the states where nobody else sees them, and lets them go with the trial. Its generated code calls
 * `preTearDown` when the invocation and its own teardown are over, and before any other teardown.
 */
final class Checks extends InfraControl {
    final Map<String, String> values = new LinkedHashMap<>();
    Refused failure;
    private final Case asked;
    private final BenchmarkHandler handler;
    private final AtomicInteger arrived = new AtomicInteger();

    Checks(Case asked, BenchmarkHandler handler, BenchmarkParams shown, IterationParams single, boolean first, boolean last) {
        super(shown, single, new CountDownLatch(shown.getThreads()), new CountDownLatch(shown.getThreads()), first, last, false, new Control());
        this.asked = asked;
        this.handler = handler;
    }

    /** Members of a group may wait for each other: the first whose invocation is over stops the others', as JMH's timed loop does. */
    @Override
    public void preTearDown() {
        notifyControl.stopMeasurement = true;
        if (arrived.incrementAndGet() == asked.threads || !asked.isGroup()) {
            check();
        }
        super.preTearDown();
    }

    private void check() {
        try {
            values.putAll(new Live(handler).checks(asked));
        } catch (Refused refused) {
            failure = refused; // once the trial is torn down
        }
    }
}
