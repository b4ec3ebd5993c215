package org.openjdk.jmh.runner;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** What reflection says on the user's state classes: JMH's list has their params by name only, and no types. */
final class State {
    private static final Map<Class<?>, long[]> INTEGERS = integers();

    private State() {}

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

    /** The states that a benchmark uses: its own class if that is one, its parameters', and those of their fixtures. */
    static Collection<Class<?>> of(BenchmarkListEntry entry) {
        Map<String, Class<?>> found = new LinkedHashMap<>();
        for (Method method : Benchmarks.methods(entry)) {
            of(entry, method).forEach(type -> found.put(type.getName(), type));
        }
        return found.values();
    }

    /** Those that one method of a benchmark uses. */
    static Collection<Class<?>> of(BenchmarkListEntry entry, Method method) {
        Map<String, Class<?>> found = new LinkedHashMap<>();
        collect(Benchmarks.owner(entry), found);
        for (Class<?> type : method.getParameterTypes()) {
            collect(type, found);
        }
        return found.values();
    }

    /** Whether a benchmark takes one of the injected classes that are ours, which JMH takes for a state. */
    static boolean taken(BenchmarkListEntry entry, String injected) {
        return isInjected(injected) && Benchmarks.methods(entry).stream()
                .flatMap(method -> Arrays.stream(method.getParameterTypes())).anyMatch(type -> type.getName().equals(injected));
    }

    private static boolean isInjected(String name) {
        return Facts.of("injected").stream().anyMatch(fact -> fact.get(1).equals(name));
    }

    private static void collect(Class<?> type, Map<String, Class<?>> found) {
        if (!type.isAnnotationPresent(org.openjdk.jmh.annotations.State.class) || isInjected(type.getName())
                || found.putIfAbsent(type.getName(), type) != null) {
            return;
        }
        for (Method method : methods(type)) {
            if (method.isAnnotationPresent(Setup.class) || method.isAnnotationPresent(TearDown.class)) {
                Arrays.stream(method.getParameterTypes()).forEach(other -> collect(other, found));
            }
        }
    }

    /** The name that the catalog gives a class: as it is written in Java. */
    static String name(Class<?> type) {
        return type.getCanonicalName();
    }

    /** The `state` event of one class. */
    static Map<String, Object> describe(Class<?> type) {
        List<Object> params = new ArrayList<>();
        for (Field field : fields(type)) {
            params.add(param(type, field));
        }
        List<Object> fixtures = new ArrayList<>();
        for (Method method : methods(type)) {
            String name = name(type) + "." + method.getName();
            if (method.isAnnotationPresent(Setup.class)) {
                fixtures.add(Message.map("kind", "Setup", "level", method.getAnnotation(Setup.class).value().name(),
                        "name", name));
            }
            if (method.isAnnotationPresent(TearDown.class)) {
                fixtures.add(Message.map("kind", "Teardown", "level",
                        method.getAnnotation(TearDown.class).value().name(), "name", name));
            }
        }
        String scope = type.getAnnotation(org.openjdk.jmh.annotations.State.class).value().name();
        Map<String, Object> event =
                Message.event("state", "name", name(type), "scope", scope, "params", params, "fixtures", fixtures);
        for (List<String> fact : Facts.of("state")) {
            if (fact.get(1).equals(name(type))) {
                event.put("forecast", new Message.Json(fact.get(2)));
            }
        }
        return event;
    }

    private static Map<String, Object> param(Class<?> type, Field field) {
        List<String> constants = new ArrayList<>();
        Class<?> kind = field.getType();
        if (kind.isEnum()) {
            for (Object constant : kind.getEnumConstants()) {
                constants.add(((Enum<?>) constant).name());
            }
        }
        List<String> values = Arrays.asList(field.getAnnotation(Param.class).value());
        if (values.equals(Arrays.asList(Param.BLANK_ARGS))) {
            values = constants; // JMH: an enum without values takes all of its constants
        }
        String name = name(type) + "." + field.getName();
        for (List<String> fact : Facts.of("param")) {
            if (fact.get(1).equals(name)) {
                values = fact.subList(2, fact.size()); // a range, which JMH has none of
            }
        }
        long[] range = INTEGERS.get(kind);
        return Message.map("name", name, "type", kindOf(kind), "values", values,
                "minimum", range == null ? null : range[0], "maximum", range == null ? null : range[1],
                "constants", constants);
    }

    private static String kindOf(Class<?> type) {
        if (INTEGERS.containsKey(type)) {
            return "integer";
        }
        if (type == float.class || type == double.class || type == Float.class || type == Double.class) {
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

    /** Why JMH could not put `text` into the field; empty when it can. */
    static String misfit(Field field, String text) {
        Class<?> type = field.getType();
        try {
            switch (kindOf(type)) {
                case "integer":
                    long value = Long.parseLong(text);
                    long[] range = INTEGERS.get(type);
                    return value < range[0] || value > range[1] ? "is outside " + range[0] + " to " + range[1] : "";
                case "float":
                    Double.parseDouble(text);
                    return "";
                case "boolean":
                    return text.equals("true") || text.equals("false") ? "" : "is neither true nor false";
                case "character":
                    return text.length() == 1 ? "" : "is not one character";
                case "enum":
                    return Arrays.stream(type.getEnumConstants()).anyMatch(one -> ((Enum<?>) one).name().equals(text))
                            ? "" : "is not a constant of " + name(type);
                default:
                    return "";
            }
        } catch (NumberFormatException error) {
            return "is not a number of type " + type.getSimpleName();
        }
    }

    /** Whether something of the class runs before or after every invocation, or iteration. */
    static boolean hasFixtures(Class<?> type, Level level) {
        return methods(type).stream().anyMatch(method -> level(method) == level);
    }

    /** Whether something of the class ends every iteration, and perhaps takes away what a call needs. */
    static boolean hasIterationTearDown(Class<?> type) {
        return methods(type).stream().anyMatch(
                method -> method.isAnnotationPresent(TearDown.class) && method.getAnnotation(TearDown.class).value() == Level.Iteration);
    }

    private static Level level(Method method) {
        if (method.isAnnotationPresent(Setup.class)) {
            return method.getAnnotation(Setup.class).value();
        }
        return method.isAnnotationPresent(TearDown.class) ? method.getAnnotation(TearDown.class).value() : null;
    }

    /** The fields with @Param of a class and its superclasses. */
    static List<Field> fields(Class<?> type) {
        List<Field> found = new ArrayList<>();
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            for (Field field : one.getDeclaredFields()) {
                if (field.isAnnotationPresent(Param.class)) {
                    found.add(field);
                }
            }
        }
        return found;
    }

    private static List<Method> methods(Class<?> type) {
        List<Method> found = new ArrayList<>();
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            found.addAll(Arrays.asList(one.getDeclaredMethods()));
        }
        return found;
    }
}
