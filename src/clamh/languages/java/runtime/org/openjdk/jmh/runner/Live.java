package org.openjdk.jmh.runner;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What JMH made for a trial that has not ended: it keeps the states where no other code looks, in fields of the generated object of each thread. */
final class Live {
    private final BenchmarkHandler handler;

    Live(BenchmarkHandler handler) {
        this.handler = handler;
    }

    /** What the Check methods of the benchmark's states say now. */
    Map<String, String> checks(Case asked) throws Refused {
        Map<String, String> values = new LinkedHashMap<>();
        for (Class<?> state : State.of(asked.entry)) {
            for (List<String> fact : Facts.of("check")) {
                if (fact.get(1).equals(State.name(state))) {
                    String full = fact.get(1) + "." + fact.get(2);
                    values.put(full, Canonical.text(call(full, method(full, state, fact.get(2)), state)));
                }
            }
        }
        return values;
    }

    /** A call of the benchmark on its live states, without anything around it. */
    Object call(Case asked) throws Refused {
        Method method = Benchmarks.methods(asked.entry).get(0);
        return call(asked.name(), method, Benchmarks.owner(asked.entry));
    }

    private Object call(String full, Method method, Class<?> owner) throws Refused {
        try {
            List<Object> given = new ArrayList<>();
            for (Class<?> type : method.getParameterTypes()) {
                given.add(object(type));
            }
            method.setAccessible(true);
            return method.invoke(object(owner), given.toArray());
        } catch (InvocationTargetException raised) {
            throw new Refused("benchmark", full, Failure.text(raised.getCause()));
        } catch (ReflectiveOperationException | RuntimeException other) {
            throw new Refused("internal", full, Failure.text(other));
        }
    }

    private static Method method(String full, Class<?> state, String name) throws Refused {
        for (Class<?> type = state; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == 0 && !method.isBridge()) {
                    return method;
                }
            }
        }
        throw new Refused("internal", full, "there is no such method");
    }

    /** The object that JMH made of a state, or handed to the benchmark: a field of the generated object that a thread runs. */
    private Object object(Class<?> type) throws ReflectiveOperationException {
        Field kept = BenchmarkHandler.class.getDeclaredField("workerData");
        kept.setAccessible(true);
        Object heir = null; // of a parameter whose type is a class's own type parameter
        for (Object worker : ((Map<?, ?>) kept.get(handler)).values()) {
            Field instance = worker.getClass().getDeclaredField("instance");
            instance.setAccessible(true);
            Object generated = instance.get(worker);
            for (Field field : generated.getClass().getDeclaredFields()) {
                field.setAccessible(true);
                Object value = field.get(generated);
                for (Object one : value instanceof Map ? ((Map<?, ?>) value).values() : Collections.singleton(value)) {
                    if (one != null && written(one.getClass()) == type) {
                        return one;
                    }
                    heir = heir == null && type.isInstance(one) ? one : heir;
                }
            }
        }
        if (heir == null) {
            throw new NoSuchFieldException("JMH made no object of " + State.name(type));
        }
        return heir;
    }

    /** The user's own class, of which JMH makes an heir. */
    private static Class<?> written(Class<?> type) {
        return type.getName().contains(".jmh_generated.") ? written(type.getSuperclass()) : type;
    }
}
