package org.openjdk.jmh.runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** JMH's own list of the benchmarks in this artifact. */
final class Benchmarks {
    /** Standard output and error are the benchmark's: nothing of JMH's is printed. */
    static final OutputFormat SILENT = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);

    private Benchmarks() {}

    /**
     * The entries by benchmark name; JMH has one entry per mode. Only the first list of the class path is read, which is
     * this artifact's: JMH's default list also has the benchmarks of jars and folders of classes behind it.
     */
    static Map<String, List<BenchmarkListEntry>> byName() {
        Map<String, List<BenchmarkListEntry>> found = new TreeMap<>();
        try {
            for (BenchmarkListEntry entry : BenchmarkList.readBenchmarkList(
                    Benchmarks.class.getResourceAsStream(BenchmarkList.BENCHMARK_LIST))) {
                found.computeIfAbsent(entry.getUsername(), name -> new ArrayList<>()).add(entry);
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        return found;
    }

    /** The modes of one benchmark's entries, `Mode.All` expanded. */
    static List<Mode> modes(List<BenchmarkListEntry> entries) {
        List<Mode> modes = new ArrayList<>();
        for (Mode mode : Mode.values()) {
            if (mode != Mode.All
                    && entries.stream().anyMatch(entry -> entry.getMode() == mode || entry.getMode() == Mode.All)) {
                modes.add(mode);
            }
        }
        return modes;
    }

    /** Whether the entry is a JMH group; JMH lists that of a single function like any benchmark, under the name of the group. */
    static boolean isGroup(BenchmarkListEntry entry) {
        return !labels(entry).isEmpty() || methods(entry).get(0).isAnnotationPresent(Group.class);
    }

    /** The user's class of a benchmark. */
    static Class<?> owner(BenchmarkListEntry entry) {
        return classNamed(entry.getUserClassQName());
    }

    /** The class of a name as it is written in Java: with dots, so the nesting has to be found. */
    static Class<?> classNamed(String written) {
        String name = written;
        while (true) {
            try {
                return Class.forName(name, false, Benchmarks.class.getClassLoader());
            } catch (ClassNotFoundException notThis) {
                int dot = name.lastIndexOf('.');
                if (dot < 0) {
                    throw new IllegalStateException("the artifact has no class " + written);
                }
                name = name.substring(0, dot) + '$' + name.substring(dot + 1);
            }
        }
    }

    /** The names of a group's functions, in JMH's order; empty outside of groups, and for a group of a single function. */
    static List<String> labels(BenchmarkListEntry entry) {
        return new ArrayList<>(entry.getThreadGroupLabels().orElse(Collections.emptyList()));
    }

    /**
     * For each of JMH's functions of a benchmark its number in the catalog: JMH sorts those of a group by class and name.
     * −1: the sources do not show it.
     */
    static int[] order(BenchmarkListEntry entry) {
        List<String> labels = labels(entry);
        List<String> catalog = Facts.of("group").stream().filter(fact -> fact.get(1).equals(entry.getUsername())).findFirst()
                .map(fact -> fact.subList(2, fact.size())).orElse(labels);
        return labels.isEmpty() ? new int[1] : labels.stream().mapToInt(catalog::indexOf).toArray();
    }

    /** The annotated methods of a benchmark, one but in groups; they may stand in a superclass. */
    static List<Method> methods(BenchmarkListEntry entry) {
        List<Method> methods = new ArrayList<>();
        for (String label : labels(entry)) {
            methods.add(method(entry, method -> method.getName().equals(label)));
        }
        if (methods.isEmpty()) {
            String own = entry.getUsername().substring(entry.getUserClassQName().length() + 1);
            methods.add(method(entry, method -> own.equals(benchmarkName(method))));
        }
        return methods;
    }

    /** What JMH calls the benchmark of a method, behind its class. */
    private static String benchmarkName(Method method) {
        Group group = method.getAnnotation(Group.class);
        return group == null ? method.getName() : group.value();
    }

    /** The types of what these methods take. */
    static Stream<Class<?>> parameters(BenchmarkListEntry entry) {
        return methods(entry).stream().flatMap(method -> Arrays.stream(method.getParameterTypes()));
    }

    /** The fixtures of a class and its superclasses. */
    static List<Method> fixtures(Class<?> state) {
        List<Method> fixtures = new ArrayList<>();
        for (Class<?> type = state; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (!method.isBridge() && (method.isAnnotationPresent(Setup.class) || method.isAnnotationPresent(TearDown.class))) {
                    fixtures.add(method);
                }
            }
        }
        return fixtures;
    }

    private static Method method(BenchmarkListEntry entry, Predicate<Method> wanted) {
        for (Class<?> type = owner(entry); type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Benchmark.class) && wanted.test(method)
                        && Modifier.isPublic(method.getModifiers()) && !method.isBridge()) {
                    return method;
                }
            }
        }
        throw new IllegalStateException(entry.getUsername() + " is in JMH's list but not in the artifact");
    }
}
