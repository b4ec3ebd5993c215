package org.openjdk.jmh.runner;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
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
            for (Class<?> state : State.of(asked.entry)) {
                for (List<String> fact : Facts.of("check")) {
                    if (fact.get(1).equals(State.name(state))) {
                        ask(state, fact.get(2));
                    }
                }
            }
        } catch (Refused refused) {
            failure = refused; // once the trial is torn down
        }
    }

    private void ask(Class<?> state, String name) throws Refused {
        String full = State.name(state) + "." + name;
        try {
            Method method = method(state, name);
            method.setAccessible(true);
            values.put(full, Canonical.text(method.invoke(object(state))));
        } catch (InvocationTargetException raised) {
            throw new Refused("benchmark", full, Failure.text(raised.getCause()));
        } catch (ReflectiveOperationException | RuntimeException other) {
            throw new Refused("internal", full, Failure.text(other));
        }
    }

    private static Method method(Class<?> state, String name) throws NoSuchMethodException {
        for (Class<?> type = state; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == 0 && !method.isBridge()) {
                    return method;
                }
            }
        }
        throw new NoSuchMethodException(name);
    }

    /** The object that JMH made of a state: a field of the generated object that a thread runs. */
    private Object object(Class<?> state) throws ReflectiveOperationException {
        Field kept = BenchmarkHandler.class.getDeclaredField("workerData");
        kept.setAccessible(true);
        List<Object> found = new ArrayList<>();
        for (Object worker : ((Map<?, ?>) kept.get(handler)).values()) {
            Field instance = worker.getClass().getDeclaredField("instance");
            instance.setAccessible(true);
            Object generated = instance.get(worker);
            for (Field field : generated.getClass().getDeclaredFields()) {
                field.setAccessible(true);
                Object value = field.get(generated);
                found.addAll(value instanceof Map ? ((Map<?, ?>) value).values() : value == null ? Collections.emptyList() : Arrays.asList(value));
            }
        }
        for (Object one : found) {
            if (written(one.getClass()) == state) {
                return one;
            }
        }
        throw new NoSuchFieldException("JMH made no object of " + State.name(state));
    }

    /** The user's own class, of which JMH makes an heir. */
    private static Class<?> written(Class<?> type) {
        return type.getName().contains(".jmh_generated.") ? written(type.getSuperclass()) : type;
    }
}
