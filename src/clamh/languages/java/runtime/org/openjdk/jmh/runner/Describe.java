package org.openjdk.jmh.runner;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Optional;

/**
 * Answers `describe`, in a JVM that never measures: a plain one, since JMH gives a fork the arguments of the JVM that asks,
 * and hint flags would so come twice.
 *
 * <p>Arguments: the platform's id, the folder for the hint files, then name=value for every JVM option of the command line.
 */
public final class Describe {
    static final int PROTOCOL = 1;
    /** JMH sets no limit; this keeps a mistyped count from taking the machine down. */
    static final int MAX_THREADS = 1024;

    private Describe() {}

    public static void main(String[] arguments) throws IOException {
        Channel channel = Channel.open();
        channel.serve(command -> {
            if (!command.get(0).equals("describe")) {
                throw new Refused("unsupported", "", "this process only describes; it cannot '" + command.get(0) + "'");
            }
            try {
                return catalog(arguments[0], Paths.get(arguments[1]), Launch.options(Arrays.asList(arguments).subList(2, arguments.length)));
            } catch (IOException error) {
                throw new Refused("internal", "", Failure.text(error));
            }
        });
    }

    private static List<Map<String, Object>> catalog(String platform, Path folder, Options asked) throws IOException {
        List<Map<String, Object>> events = new ArrayList<>();
        events.add(hello(platform, flags(asked)));
        Map<String, Class<?>> states = new LinkedHashMap<>();
        List<Map<String, Object>> benchmarks = new ArrayList<>();
        for (List<BenchmarkListEntry> entries : Benchmarks.byName().values()) {
            BenchmarkListEntry entry = entries.get(0);
            Collection<Class<?>> used = State.of(entry);
            used.forEach(type -> states.put(State.name(type), type));
            benchmarks.add(benchmark(entries, used, Launch.of(entry, folder, asked)));
        }
        states.values().forEach(type -> events.add(State.describe(type)));
        events.addAll(benchmarks);
        events.add(Message.event("described", "benchmarks", benchmarks.size(), "states", states.size()));
        return events;
    }

    private static Map<String, Object> hello(String platform, List<String> flags) {
        Map<String, Object> sources = new LinkedHashMap<>();
        Facts.of("source").forEach(fact -> sources.put(fact.get(2), fact.get(1)));
        String runtime = System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version")
                + " (" + System.getProperty("java.vendor") + ")";
        return Message.event("hello", "protocol", PROTOCOL, "language", "java",
                "toolchain", Message.map("name", "JMH", "version", "1.37", "flags", flags, "optimised", optimised(flags)),
                "runtime", runtime, "clocks", Arrays.asList(Clock.facts()),
                "capabilities", Message.map("cases", "one", "modes", new ArrayList<>(Case.MODES.keySet()),
                        "gc", Arrays.asList("true"), "commands", Worker.COMMANDS, "max_threads", MAX_THREADS,
                        "slice_unit", "ns",
                        "thread_ids", flags.stream().noneMatch(flag -> flag.startsWith("-Djmh.executor"))),
                "platform", platform, "sources", sources, "pid", pid());
    }

    private static long pid() {
        String name = ManagementFactory.getRuntimeMXBean().getName(); // pid@host; ProcessHandle came with Java 9
        return Long.parseLong(name.substring(0, name.indexOf('@')));
    }

    /** The JVM arguments that every fork gets; what annotations say of one benchmark stands in its launch. */
    private static List<String> flags(Options asked) {
        List<String> flags = new ArrayList<>(asked.getJvmArgsPrepend().orElse(Collections.emptyList()));
        flags.addAll(asked.getJvmArgs().orElse(Collections.emptyList()));
        flags.addAll(asked.getJvmArgsAppend().orElse(Collections.emptyList()));
        return flags;
    }

    /** False under -Xint, which may also come from JAVA_TOOL_OPTIONS unseen. */
    private static boolean optimised(List<String> flags) {
        return !flags.contains("-Xint") && !System.getProperty("java.vm.info", "").contains("interpreted mode");
    }

    private static Map<String, Object> benchmark(
            List<BenchmarkListEntry> entries, Collection<Class<?>> used, Map<String, Object> launch) {
        BenchmarkListEntry entry = entries.get(0);
        List<String> states = new ArrayList<>();
        used.forEach(type -> states.add(State.name(type)));
        Map<String, Object> event = Message.event("benchmark", "name", entry.getUsername(), "states", states,
                "settings", settings(entries), "baseline", "");
        for (List<String> fact : Facts.of("benchmark")) {
            if (fact.get(1).equals(entry.getUsername())) {
                event.put("baseline", fact.get(2));
                event.put("line", Integer.parseInt(fact.get(3)));
                event.put("path", fact.get(4));
                event.put("forecast", new Message.Json(fact.get(5)));
            }
        }
        if (Benchmarks.isGroup(entry)) {
            event.put("members", members(entry));
        }
        event.put("launch", launch);
        return event;
    }

    private static List<Object> members(BenchmarkListEntry entry) {
        List<Object> members = new ArrayList<>();
        for (Method method : Benchmarks.methods(entry)) {
            List<String> states = new ArrayList<>();
            State.of(entry, method).forEach(type -> states.add(State.name(type)));
            Map<String, Object> member = Message.map("name", method.getName(), "threads",
                    entry.getThreadGroups()[members.size()], "states", states);
            for (List<String> fact : Facts.of("member")) {
                if (fact.get(1).equals(entry.getUsername()) && fact.get(2).equals(method.getName())) {
                    member.put("line", Integer.parseInt(fact.get(3)));
                    member.put("path", fact.get(4));
                }
            }
            members.add(member);
        }
        return members;
    }

    /** What annotations said, under the names of the driver's Settings; what they left out is absent. */
    private static Map<String, Object> settings(List<BenchmarkListEntry> entries) {
        BenchmarkListEntry entry = entries.get(0);
        Map<String, Object> settings = new LinkedHashMap<>();
        List<String> modes = new ArrayList<>();
        for (Mode mode : Benchmarks.modes(entries)) {
            modes.add(mode.shortLabel());
        }
        settings.put("modes", modes);
        put(settings, "warmup_iterations", entry.getWarmupIterations());
        put(settings, "warmup_time_ns", entry.getWarmupTime());
        put(settings, "warmup_batch_size", entry.getWarmupBatchSize());
        put(settings, "measurement_iterations", entry.getMeasurementIterations());
        put(settings, "measurement_time_ns", entry.getMeasurementTime());
        put(settings, "measurement_batch_size", entry.getMeasurementBatchSize());
        put(settings, "forks", entry.getForks());
        put(settings, "warmup_forks", entry.getWarmupForks());
        if (entry.getThreads().hasValue()) {
            settings.put("threads", Arrays.asList(entry.getThreads().get()));
        }
        put(settings, "operations_per_invocation", entry.getOperationsPerInvocation());
        put(settings, "time_unit", entry.getTimeUnit());
        put(settings, "timeout_ns", entry.getTimeout());
        Map<String, Object> own = new LinkedHashMap<>();
        if (entry.getJvm().hasValue()) {
            own.put("jvm", Arrays.asList(entry.getJvm().get()));
        }
        put(own, "jvmArgs", entry.getJvmArgs());
        put(own, "jvmArgsPrepend", entry.getJvmArgsPrepend());
        put(own, "jvmArgsAppend", entry.getJvmArgsAppend());
        if (!own.isEmpty()) {
            settings.put("language", own);
        }
        return settings;
    }

    private static void put(Map<String, Object> settings, String name, Optional<?> said) {
        if (!said.hasValue()) {
            return;
        }
        Object value = said.get();
        if (value instanceof TimeValue) {
            value = ((TimeValue) value).convertTo(TimeUnit.NANOSECONDS);
        } else if (value instanceof TimeUnit) {
            value = Case.label((TimeUnit) value);
        }
        settings.put(name, value);
    }
}
