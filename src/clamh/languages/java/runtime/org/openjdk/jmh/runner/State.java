package org.openjdk.jmh.runner;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.infra.ThreadParams;

/** The objects that JMH made of a case's states: it keeps them where no other code looks, in fields of the generated object of each thread. */
final class State {
    private final BenchmarkHandler handler;
    private final Opening opening;

    State(BenchmarkHandler handler, Opening opening) {
        this.handler = handler;
        this.opening = opening;
    }

    /** Adds what the Check methods of the benchmark's states say now. */
    void check(Values values) throws Failure {
        for (int number : opening.checks) {
            List<String> fact = Command.item(Facts.of("check"), number);
            String full = fact.get(1) + "." + fact.get(2);
            Class<?> state = Benchmarks.classNamed(fact.get(1));
            if (opening.isGroup && !isMade(state)) {
                continue; // of a function that no thread runs
            }
            values.add("checked", number, Canonical.text(call(full, method(full, state, fact.get(2)), state)));
        }
    }

    /** A call of the benchmark on its live states, without anything around it. */
    Object call() throws Failure {
        Method method = Benchmarks.methods(opening.entry).get(0);
        return call(opening.name, method, Benchmarks.owner(opening.entry));
    }

    private Object call(String full, Method method, Class<?> owner) throws Failure {
        try {
            List<Object> given = new ArrayList<>();
            for (Class<?> type : method.getParameterTypes()) {
                given.add(object(type));
            }
            method.setAccessible(true);
            return method.invoke(object(owner), given.toArray());
        } catch (InvocationTargetException raised) {
            throw new Failure("benchmark", full, Failure.text(raised.getCause()));
        } catch (ReflectiveOperationException | RuntimeException other) {
            throw new Failure("internal", full, Failure.text(other));
        }
    }

    private static Method method(String full, Class<?> state, String name) throws Failure {
        for (Class<?> type = state; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == 0 && !method.isBridge()) {
                    return method;
                }
            }
        }
        throw new Failure("internal", full, "there is no such method");
    }

    private boolean isMade(Class<?> type) throws Failure {
        try {
            return find(type) != null;
        } catch (ReflectiveOperationException other) {
            throw new Failure("internal", type.getCanonicalName(), Failure.text(other));
        }
    }

    private Object object(Class<?> type) throws ReflectiveOperationException {
        Object found = find(type);
        if (found == null) {
            throw new NoSuchFieldException("JMH made no object of " + type.getCanonicalName());
        }
        return found;
    }

    /** What JMH has of each thread, thread 0 first. */
    private List<Object> workers() throws ReflectiveOperationException {
        Field kept = BenchmarkHandler.class.getDeclaredField("workerData");
        kept.setAccessible(true);
        Map<Integer, Object> workers = new TreeMap<>();
        for (Object worker : ((Map<?, ?>) kept.get(handler)).values()) {
            Field params = worker.getClass().getDeclaredField("params");
            params.setAccessible(true);
            workers.put(((ThreadParams) params.get(worker)).getThreadIndex(), worker);
        }
        return new ArrayList<>(workers.values());
    }

    /** The first object that JMH made of a state, or handed to the benchmark: a field of the generated object that a thread runs. */
    private Object find(Class<?> type) throws ReflectiveOperationException {
        Object heir = null; // of a parameter whose type is a class's own type parameter
        for (Object worker : workers()) {
            Field instance = worker.getClass().getDeclaredField("instance");
            instance.setAccessible(true);
            Object generated = instance.get(worker);
            for (Field field : generated.getClass().getDeclaredFields()) {
                field.setAccessible(true);
                Object value = field.get(generated);
                for (Object candidate : value instanceof Map ? ((Map<?, ?>) value).values() : Collections.singleton(value)) {
                    if (candidate != null && written(candidate.getClass()) == type) {
                        return candidate;
                    }
                    heir = heir == null && type.isInstance(candidate) ? candidate : heir;
                }
            }
        }
        return heir;
    }

    /** The user's own class, of which JMH makes an heir. */
    private static Class<?> written(Class<?> type) {
        return type.getName().contains(".jmh_generated.") ? written(type.getSuperclass()) : type;
    }
}
