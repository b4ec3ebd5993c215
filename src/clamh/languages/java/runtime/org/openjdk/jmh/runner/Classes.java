package org.openjdk.jmh.runner;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** The user's state classes by number, and what reflection says on them: JMH's list has their params by name only, and no types. */
final class Classes {
    private static final Map<Class<?>, long[]> INTEGERS = integers();

    private final Map<String, Class<?>> states = new TreeMap<>();
    private final List<String> names;
    private final List<String> params = Benchmarks.params();

    /** The states of these benchmarks: their own classes, their parameters', and those of their fixtures. */
    Classes(Collection<List<BenchmarkListEntry>> benchmarks) {
        for (List<BenchmarkListEntry> entries : benchmarks) {
            collect(Benchmarks.owner(entries.get(0)));
            for (Method method : Benchmarks.methods(entries.get(0))) {
                Arrays.stream(method.getParameterTypes()).forEach(this::collect);
            }
        }
        names = new ArrayList<>(states.keySet());
    }

    private void collect(Class<?> type) {
        if (isState(type) && states.putIfAbsent(type.getCanonicalName(), type) == null) {
            for (Method method : methods(type)) {
                if (method.isAnnotationPresent(Setup.class) || method.isAnnotationPresent(TearDown.class)) {
                    Arrays.stream(method.getParameterTypes()).forEach(this::collect);
                }
            }
        }
    }

    private static boolean isState(Class<?> type) {
        return type.isAnnotationPresent(org.openjdk.jmh.annotations.State.class) && !isInjected(type);
    }

    /** Those of JMH, and ours, which are states to JMH. */
    private static boolean isInjected(Class<?> type) {
        return type.getName().startsWith(Blackhole.class.getPackage().getName() + ".")
                || Facts.of("injected").stream().anyMatch(fact -> fact.get(1).equals(type.getName()));
    }

    /** Puts into an event what a method takes: `states` by number, that of the class first, and `injected`. */
    Map<String, Object> putTaken(Map<String, Object> event, Class<?> owner, Method method) {
        List<Integer> taken = new ArrayList<>();
        List<String> injected = new ArrayList<>();
        if (isState(owner)) {
            taken.add(names.indexOf(owner.getCanonicalName()));
        }
        for (Class<?> type : method.getParameterTypes()) {
            if (isState(type)) {
                taken.add(names.indexOf(type.getCanonicalName()));
            } else if (isInjected(type)) {
                injected.add(type.getSimpleName());
            }
        }
        event.put("states", taken);
        event.put("injected", injected);
        event.put("method", isState(owner));
        return event;
    }

    List<Map<String, Object>> describeStates() {
        List<Map<String, Object>> events = new ArrayList<>();
        states.forEach((name, type) -> {
            List<Object> own = new ArrayList<>();
            for (Class<?> part : hierarchy(type)) {
                for (Field field : part.getDeclaredFields()) {
                    if (field.isAnnotationPresent(Param.class)) {
                        own.add(param(name + "." + field.getName(), field));
                    }
                }
            }
            Map<String, Object> event = Channel.event("state", "number", events.size(), "name", name, "scope",
                    type.getAnnotation(org.openjdk.jmh.annotations.State.class).value().name(), "params", own);
            Facts.put(event, "state", name);
            events.add(event);
        });
        return events;
    }

    private Map<String, Object> param(String name, Field field) {
        Class<?> type = field.getType();
        List<String> constants = new ArrayList<>();
        if (type.isEnum()) {
            Arrays.stream(type.getEnumConstants()).forEach(constant -> constants.add(((Enum<?>) constant).name()));
        }
        List<String> values = Arrays.asList(field.getAnnotation(Param.class).value());
        boolean blank = values.equals(Arrays.asList(Param.BLANK_ARGS)); // JMH: an enum without values takes all of its constants
        Map<String, Object> param = Channel.map("number", params.indexOf(field.getName()), "name", name, "type", kindOf(type),
                "values", blank ? constants : values, "line", 1);
        if (INTEGERS.containsKey(type)) {
            param.put("minimum", INTEGERS.get(type)[0]);
            param.put("maximum", INTEGERS.get(type)[1]);
        }
        if (type.isEnum()) {
            param.put("constants", constants);
        }
        Facts.put(param, "param", name);
        return param;
    }

    private static String kindOf(Class<?> type) {
        if (INTEGERS.containsKey(type)) {
            return "integer";
        }
        if (Arrays.asList(float.class, Float.class, double.class, Double.class).contains(type)) {
            return "float";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "boolean";
        }
        if (type == char.class || type == Character.class) {
            return "character";
        }
        return type.isEnum() ? "enum" : "string";
    }

    /** The lowest and the highest value of each type. */
    private static Map<Class<?>, long[]> integers() {
        Class<?>[] types = {byte.class, Byte.class, short.class, Short.class, int.class, Integer.class, long.class, Long.class};
        Map<Class<?>, long[]> ends = new HashMap<>();
        for (int i = 0; i < types.length; i++) {
            long highest = Long.MAX_VALUE >> Long.SIZE - (Byte.SIZE << i / 2);
            ends.put(types[i], new long[] {-highest - 1, highest});
        }
        return ends;
    }

    List<Map<String, Object>> describeFixtures() {
        List<Map<String, Object>> events = new ArrayList<>();
        for (Class<?> type : states.values()) {
            for (Method method : methods(type)) {
                Setup setup = method.getAnnotation(Setup.class);
                TearDown teardown = method.getAnnotation(TearDown.class);
                if (setup != null) {
                    events.add(fixture(events.size(), type, method, "Setup", setup.value()));
                }
                if (teardown != null) {
                    events.add(fixture(events.size(), type, method, "Teardown", teardown.value()));
                }
            }
        }
        return events;
    }

    private Map<String, Object> fixture(int number, Class<?> type, Method method, String kind, Level level) {
        return putTaken(Channel.event("fixture", "number", number, "name", type.getCanonicalName() + "." + method.getName(),
                "kind", kind, "level", level.name()), type, method);
    }

    private static List<Method> methods(Class<?> type) {
        List<Method> found = new ArrayList<>();
        hierarchy(type).forEach(part -> found.addAll(Arrays.asList(part.getDeclaredMethods())));
        return found;
    }

    private static List<Class<?>> hierarchy(Class<?> type) {
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> part = type; part != null; part = part.getSuperclass()) {
            found.add(part);
        }
        return found;
    }
}
