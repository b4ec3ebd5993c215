package org.openjdk.jmh.runner;

import java.lang.invoke.MethodType;
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
    private static final Map<Class<?>, Integer> BITS = new HashMap<>();

    static {
        BITS.put(byte.class, Byte.SIZE);
        BITS.put(short.class, Short.SIZE);
        BITS.put(int.class, Integer.SIZE);
        BITS.put(long.class, Long.SIZE);
    }

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

    static boolean isState(Class<?> type) {
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
        List<String> constants = new ArrayList<>();
        if (field.getType().isEnum()) {
            Arrays.stream(field.getType().getEnumConstants()).forEach(constant -> constants.add(((Enum<?>) constant).name()));
        }
        List<String> values = Arrays.asList(field.getAnnotation(Param.class).value());
        boolean blank = values.equals(Arrays.asList(Param.BLANK_ARGS)); // JMH: an enum without values takes all of its constants
        Class<?> type = MethodType.methodType(field.getType()).unwrap().returnType();
        Map<String, Object> param = Channel.map("number", params.indexOf(field.getName()), "name", name, "type", kindOf(type),
                "values", blank ? constants : values, "line", 1);
        if (BITS.containsKey(type)) {
            long maximum = Long.MAX_VALUE >> Long.SIZE - BITS.get(type);
            param.put("minimum", -maximum - 1);
            param.put("maximum", maximum);
        }
        if (type.isEnum()) {
            param.put("constants", constants);
        }
        Facts.put(param, "param", name);
        return param;
    }

    private static String kindOf(Class<?> type) {
        return BITS.containsKey(type) ? "integer" : type == float.class || type == double.class ? "float"
                : type == boolean.class ? "boolean" : type == char.class ? "character" : type.isEnum() ? "enum" : "string";
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
