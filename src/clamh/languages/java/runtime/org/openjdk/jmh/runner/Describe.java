package org.openjdk.jmh.runner;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Optional;

/**
 * Answers `describe`, in a JVM that never measures: a plain one, since JMH gives a fork the arguments of the JVM that asks,
 * and hint flags would so come twice. JMH's list says what there is and how it is set, the sources the rest.
 *
 * <p>Arguments: the platform's id, the folder for the hint files, then name=value for every JVM option of the command line.
 */
public final class Describe {
    private static final int PROTOCOL = 2;
    /** JMH sets no limit; this keeps a mistyped count from taking the machine down. */
    private static final int MAX_THREADS = 1024;
    /** The JIT compilers of HotSpot and OpenJ9, and what this worker itself needs; Linux keeps 15 bytes of a name. */
    private static final List<String> ASIDE = Arrays.asList("C1 CompilerThre", "C2 CompilerThre", "JVMCI CompilerT", "JVMCI-native Co",
            "JIT Compilation", "java", "clamh-commands", "clamh-release", "clamh-guard");

    private Describe() {}

    public static void main(String[] arguments) throws IOException {
        Channel channel = Channel.open();
        channel.serve(command -> {
            if (!command.name().equals("describe")) {
                throw Failure.unsupported("", "this process only describes");
            }
            Options options = Launch.options(Arrays.asList(arguments).subList(2, arguments.length));
            for (String event : catalog(arguments[0], Paths.get(arguments[1]), options)) {
                channel.send(event);
            }
        });
    }

    private static List<String> catalog(String platform, Path folder, Options options) throws IOException {
        List<String> events = new ArrayList<>();
        events.add(Channel.json(hello(platform, flags(options))));
        List<List<String>> states = Facts.of("state");
        List<List<String>> fixtures = Facts.of("fixture");
        states.forEach(state -> events.add(complete(state.get(2))));
        fixtures.forEach(fixture -> events.add(fixture.get(2)));
        Map<String, List<BenchmarkListEntry>> benchmarks = Benchmarks.byName();
        int number = 0;
        for (List<BenchmarkListEntry> entries : benchmarks.values()) {
            Map<String, Object> benchmark = benchmark(number++, entries);
            benchmark.put("launch", Launch.of(entries.get(0), folder, options));
            events.add(Channel.json(benchmark));
        }
        events.add(Channel.json(Channel.event("described", "states", states.size(), "fixtures", fixtures.size(), "benchmarks", number)));
        return events;
    }

    /** The event of a state, with what only the compiler knew of its params. */
    private static String complete(String state) {
        String completed = state;
        for (List<String> fact : Facts.of("unread")) {
            String place = "\"values\":\"@" + fact.get(1) + "\"";
            if (completed.contains(place)) {
                Field field = field(Benchmarks.classNamed(fact.get(2)), fact.get(3));
                List<String> values = Arrays.asList(field.getAnnotation(Param.class).value());
                List<String> constants = new ArrayList<>();
                if (field.getType().isEnum()) {
                    Arrays.stream(field.getType().getEnumConstants()).forEach(constant -> constants.add(((Enum<?>) constant).name()));
                }
                boolean blank = values.equals(Arrays.asList(Param.BLANK_ARGS)); // JMH: an enum without values takes all of its constants
                completed = completed.replace(place, "\"values\":" + Channel.json(blank ? constants : values)
                        + (constants.isEmpty() ? "" : ",\"constants\":" + Channel.json(constants)));
            }
        }
        return completed;
    }

    private static Field field(Class<?> type, String name) {
        try {
            return type.getDeclaredField(name);
        } catch (NoSuchFieldException inherited) {
            return field(type.getSuperclass(), name);
        }
    }

    private static Map<String, Object> hello(String platform, List<String> flags) {
        Map<String, Object> sources = new LinkedHashMap<>();
        Facts.of("source").forEach(fact -> sources.put(fact.get(2), fact.get(1)));
        String runtime = System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version")
                + " (" + System.getProperty("java.vendor") + ")";
        String self = ManagementFactory.getRuntimeMXBean().getName(); // pid@host; ProcessHandle came with Java 9
        return Channel.event("hello", "protocol", PROTOCOL, "language", "java",
                "toolchain", Channel.map("name", "JMH", "version", "1.37", "flags", flags, "optimised", optimised(flags)),
                "runtime", runtime, "clocks", Arrays.asList(Clock.facts()),
                "capabilities", Channel.map("cases", "one", "modes", new ArrayList<>(Opening.MODES.keySet()),
                        "gc", Arrays.asList("true"), "commands", Worker.COMMANDS, "max_threads", MAX_THREADS,
                        "slice_unit", "ns", "aside", ASIDE, "counters", false, "counts", Allocations.counts(),
                        "thread_ids", flags.stream().noneMatch(flag -> flag.startsWith("-Djmh.executor"))),
                "platform", platform, "sources", sources, "pid", Long.parseLong(self.substring(0, self.indexOf('@'))));
    }

    /** The JVM arguments that every fork gets; what annotations say of one benchmark stands in its launch. */
    private static List<String> flags(Options options) {
        List<String> flags = new ArrayList<>(options.getJvmArgsPrepend().orElse(Collections.emptyList()));
        flags.addAll(options.getJvmArgs().orElse(Collections.emptyList()));
        flags.addAll(options.getJvmArgsAppend().orElse(Collections.emptyList()));
        return flags;
    }

    /** False under -Xint, which may also come from JAVA_TOOL_OPTIONS unseen. */
    private static boolean optimised(List<String> flags) {
        return !flags.contains("-Xint") && !System.getProperty("java.vm.info", "").contains("interpreted mode");
    }

    private static Map<String, Object> benchmark(int number, List<BenchmarkListEntry> entries) {
        String name = entries.get(0).getUsername();
        int[] threads = entries.get(0).getThreadGroups();
        int[] order = Benchmarks.order(entries.get(0));
        Map<String, Object> function = Channel.map("name", name, "threads", 1, "states", Collections.emptyList(),
                "method", false, "injected", Collections.emptyList(), "path", "", "line", 1);
        Map<String, Object> event = Channel.event("benchmark", "number", number, "name", name, "group", false,
                "functions", Arrays.asList(function), "settings", settings(entries), "path", "", "line", 1);
        if (Facts.put(event, "benchmark", name)) {
            String functions = event.get("functions").toString();
            for (int i = 0; i < threads.length; i++) {
                functions = functions.replace("\"threads\":\"@" + order[i] + "\"", "\"threads\":" + threads[i]);
            }
            event.put("functions", new Channel.Json(functions));
        }
        return event;
    }

    /**
     * The settings of annotations; absent if no annotation sets them. JMH's list shows an unset mode as Throughput, so its
     * modes count only if the sources have none and the class has or inherits the annotation.
     */
    private static Map<String, Object> settings(List<BenchmarkListEntry> entries) {
        BenchmarkListEntry entry = entries.get(0);
        Map<String, Object> settings = new LinkedHashMap<>();
        List<String> modes = new ArrayList<>();
        for (Mode mode : Benchmarks.modes(entries)) {
            modes.add(mode.shortLabel());
        }
        boolean listed = !Facts.put(settings, "settings", entry.getUsername()) | settings.remove("unread_modes") != null;
        boolean unset = settings.remove("default_modes") != null || !settings.containsKey("modes");
        if (listed || unset && ownsMode(entries)) {
            settings.put("modes", modes);
        }
        Map<String, Object> own = Channel.map("jvm", entry.getJvm().hasValue() ? Arrays.asList(entry.getJvm().get()) : null,
                "jvmArgs", value(entry.getJvmArgs()), "jvmArgsPrepend", value(entry.getJvmArgsPrepend()),
                "jvmArgsAppend", value(entry.getJvmArgsAppend()));
        settings.putAll(Channel.map(
                "warmup_iterations", value(entry.getWarmupIterations()),
                "warmup_time_ns", value(entry.getWarmupTime()),
                "warmup_batch_size", value(entry.getWarmupBatchSize()),
                "measurement_iterations", value(entry.getMeasurementIterations()),
                "measurement_time_ns", value(entry.getMeasurementTime()),
                "measurement_batch_size", value(entry.getMeasurementBatchSize()),
                "forks", value(entry.getForks()),
                "warmup_forks", value(entry.getWarmupForks()),
                "threads", entry.getThreads().hasValue() ? Arrays.asList(entry.getThreads().get()) : null,
                "operations_per_invocation", value(entry.getOperationsPerInvocation()),
                "time_unit", value(entry.getTimeUnit()),
                "timeout_ns", value(entry.getTimeout()),
                "language", own.isEmpty() ? null : own));
        return settings;
    }

    /**
     * Whether the class has or inherits a mode. If this JVM cannot load the class, since only forks have --enable-preview,
     * JMH's list decides: it shows an unset mode as Throughput.
     */
    private static boolean ownsMode(List<BenchmarkListEntry> entries) {
        try {
            return Benchmarks.owner(entries.get(0)).isAnnotationPresent(BenchmarkMode.class);
        } catch (LinkageError refused) {
            return entries.stream().anyMatch(entry -> entry.getMode() != Mode.Throughput);
        }
    }

    /** What an annotation set, as the protocol has it; null where none did. */
    private static Object value(Optional<?> annotated) {
        Object value = annotated.hasValue() ? annotated.get() : null;
        return value instanceof TimeValue ? (Object) ((TimeValue) value).convertTo(TimeUnit.NANOSECONDS)
                : value instanceof TimeUnit ? Opening.UNITS.get(((TimeUnit) value).ordinal()) : value;
    }
}
