package org.openjdk.jmh.runner;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Utils;
import org.openjdk.jmh.util.Version;

/** What `open` asks for, checked: a benchmark of JMH's list with every option said. */
final class Case {
    /**
     * JMH's mode for each of ours. It has none for the time of all threads together, which the driver makes of the same
     * raw numbers: `wall` runs as the average time, whose loop and clock are those of the throughput too.
     */
    static final Map<String, Mode> MODES = modes();
    /** The protocol's names of time units. */
    static final Map<String, TimeUnit> UNITS = units();

    final String id;
    final BenchmarkListEntry entry;
    final Mode mode;
    final int threads;
    /** Of a group, how many threads of one group run each member; else one. */
    private final int[] deal;
    final int operations;
    final TimeUnit unit;
    final boolean collects;
    /** Whether JMH reads the clock around every invocation, since fixtures run between them. */
    final boolean timesEach;
    /** Whether its invocations say how many operations they did. */
    final boolean takesOperations;
    /** Whether an invocation of one thread may need those of another to come to its end. */
    final boolean mayWait;
    /** Whether calls may follow the last iteration, on the state that measuring left: nothing of JMH's is needed around them. */
    final boolean invocable;
    /** Why slices would not measure what iterations do; "" where they would. */
    final String unsliced;
    final long seed;
    /** What JMH shows to benchmarks; the driver says the time of each iteration anew. */
    final IterationParams warmup;
    final IterationParams measurement;
    /** Values by the short names that JMH uses. */
    final Map<String, String> params;
    final Map<String, String> given;
    final List<String> jvmArgs;
    private final Fields fields;

    /** Checks the fields of an `open` command; `jvmArgs` are those that JMH shows to benchmarks. */
    Case(String id, Map<String, String> given, List<String> jvmArgs) throws Refused {
        this.id = id;
        this.given = given;
        this.jvmArgs = jvmArgs;
        fields = new Fields(given);
        String name = given.getOrDefault("benchmark", "");
        List<BenchmarkListEntry> entries = Benchmarks.byName().get(name);
        if (entries == null) {
            throw new Refused("usage", "", "this artifact has no benchmark '" + name + "'; it has "
                    + String.join(", ", Benchmarks.byName().keySet()));
        }
        entry = entries.get(0);
        mode = MODES.get(given.getOrDefault("mode", ""));
        if (mode == null) {
            throw new Refused("unsupported", "", "mode '" + given.getOrDefault("mode", "") + "' is none of "
                    + String.join(" ", MODES.keySet()));
        }
        threads = fields.count("threads", null, 1);
        if (threads > Describe.MAX_THREADS) {
            throw new Refused("usage", name, "threads=" + threads + " is more than " + Describe.MAX_THREADS);
        }
        deal = deal();
        operations = fields.count("opi", null, 1);
        int batch = fields.count("batch", null, 1);
        warmup = new IterationParams(IterationType.WARMUP, fields.count("wi", 1, 0), fields.time("w", TimeValue.NONE),
                fields.count("wbatch", batch, 1));
        measurement = new IterationParams(
                IterationType.MEASUREMENT, fields.count("i", 1, 0), fields.time("r", TimeValue.NONE), batch);
        unit = UNITS.get(given.getOrDefault("tu", "ns"));
        if (unit == null) {
            throw new Refused("usage", "",
                    "tu='" + given.get("tu") + "' is none of " + String.join(" ", UNITS.keySet()));
        }
        String gc = given.getOrDefault("gc", "false");
        if (gc.equals("off")) {
            throw new Refused("unsupported", "", "gc=off: a JVM cannot suspend its garbage collection");
        }
        if (!gc.equals("true") && !gc.equals("false")) {
            throw new Refused("usage", "", "gc='" + gc + "' is neither true, false nor off");
        }
        collects = gc.equals("true");
        seed = fields.seed();
        boolean takesControl = Benchmarks.methods(entry).stream()
                .anyMatch(method -> Arrays.asList(method.getParameterTypes()).contains(Control.class));
        mayWait = threads > 1 && (isGroup() || takesControl);
        timesEach = hasFixtures(Level.Invocation);
        unsliced = mode != Mode.AverageTime && mode != Mode.Throughput ? "mode " + mode.shortLabel() + " has no slices"
                : isGroup() ? "it is a group" : takesControl ? "it takes Control"
                : collects ? "gc=true collects before each slice, which is an iteration to JMH"
                : hasFixtures(Level.Iteration) ? "its iteration fixtures would run around each slice, which is an iteration to JMH" : "";
        invocable = threads == 1 && !isGroup() && !takesControl && !timesEach
                && State.of(entry).stream().noneMatch(State::hasIterationTearDown);
        takesOperations = State.taken(entry, Counters.OPERATIONS);
        if (takesOperations && mode == Mode.SampleTime) {
            throw new Refused("unsupported", name, "mode sample times one batch at a time, and this benchmark's "
                    + "Operations belong to no single one; run it as avgt, thrpt, wall or ss");
        }
        params = params();
    }

    String name() {
        return entry.getUsername();
    }

    boolean isGroup() {
        return Benchmarks.isGroup(entry);
    }

    /** The member of the group that JMH gives to thread `index`: group after group, in each the members one after the other. */
    String member(int index) {
        int left = index % Arrays.stream(deal).sum();
        int member = 0;
        while (left >= deal[member]) {
            left -= deal[member++];
        }
        return Benchmarks.labels(entry).get(member);
    }

    /** Threads per member, the annotated ones where `tg` is not given. */
    private int[] deal() throws Refused {
        String text = given.get("tg");
        int[] asked = entry.getThreadGroups();
        if (text != null) {
            if (!isGroup() || !text.matches("[0-9]{1,9}(,[0-9]{1,9})*") || text.split(",").length != asked.length) {
                throw new Refused("usage", name(), "tg='" + text + "' is not one number of threads for each member; "
                        + (isGroup() ? "members: " + String.join(", ", Benchmarks.labels(entry)) : "this is no group"));
            }
            asked = Arrays.stream(text.split(",")).mapToInt(Integer::parseInt).toArray();
        }
        long together = Arrays.stream(asked).asLongStream().sum();
        if (together == 0 || threads % together != 0) {
            throw new Refused("usage", name(), "threads=" + threads + " is no whole number of groups of " + together);
        }
        return asked;
    }

    /** The protocol's name of a time unit. */
    static String label(TimeUnit unit) {
        return UNITS.entrySet().stream().filter(one -> one.getValue() == unit).findFirst().get().getKey();
    }

    private static Map<String, TimeUnit> units() {
        Map<String, TimeUnit> units = new LinkedHashMap<>();
        for (String name : "ns us ms s m h d".split(" ")) {
            units.put(name, TimeUnit.values()[units.size()]);
        }
        return units;
    }

    private static Map<String, Mode> modes() {
        Map<String, Mode> modes = new LinkedHashMap<>();
        for (Mode mode : Arrays.asList(Mode.Throughput, Mode.AverageTime, Mode.SampleTime, Mode.SingleShotTime)) {
            modes.put(mode.shortLabel(), mode);
        }
        modes.put("wall", Mode.AverageTime);
        return modes;
    }

    private Map<String, String> params() throws Refused {
        Map<String, String> left = new LinkedHashMap<>();
        given.forEach((key, value) -> {
            if (key.startsWith("p:")) {
                left.put(key.substring(2), value);
            }
        });
        Map<String, String> params = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (Class<?> state : State.of(entry)) {
            for (Field field : State.fields(state)) {
                String full = State.name(state) + "." + field.getName();
                String value = left.remove(full);
                String misfit = value == null ? "is not given" : State.misfit(field, value);
                if (!misfit.isEmpty()) {
                    problems.add("param " + full + (value == null ? "" : "='" + value + "'") + " " + misfit);
                    continue;
                }
                String other = params.put(field.getName(), value);
                if (other != null && !other.equals(value)) {
                    problems.add("JMH gives all params named '" + field.getName() + "' one value, not '" + other + "' and '"
                            + value + "'");
                }
            }
        }
        left.keySet().forEach(unknown -> problems.add(name() + " has no param '" + unknown + "'"));
        if (!problems.isEmpty()) {
            throw new Refused("usage", name(), String.join("; ", problems));
        }
        return params;
    }

    private boolean hasFixtures(Level level) {
        return State.of(entry).stream().anyMatch(type -> State.hasFixtures(type, level));
    }

    /** What is shown of an iteration that takes `timeNs`; 0 is that of `open`. */
    IterationParams iteration(boolean warming, long timeNs) {
        IterationParams of = warming ? warmup : measurement;
        boolean asSaid = timeNs == 0 || timeNs == of.getTime().convertTo(TimeUnit.NANOSECONDS);
        return asSaid ? of : new IterationParams(of.getType(), of.getCount(), Fields.time(timeNs), of.getBatchSize());
    }

    /** JMH's own record of the case, as benchmarks see it; only its single shot never waits for other threads. */
    BenchmarkParams toJmh(Mode run, int threads, boolean synchronise) throws Refused {
        WorkloadParams workload = new WorkloadParams();
        params.forEach((name, value) -> workload.put(name, value, 0));
        BenchmarkListEntry chosen = entry.cloneWith(run);
        return new BenchmarkParams(
                chosen.getUsername(), chosen.generatedTarget(), synchronise && run != Mode.SingleShotTime,
                threads, deal, Benchmarks.labels(entry),
                fields.count("forks", 1, 0), fields.count("wforks", 0, 0),
                warmup, measurement, run, workload, unit, operations,
                Utils.getCurrentJvm(), jvmArgs,
                System.getProperty("java.version"), System.getProperty("java.vm.name"),
                System.getProperty("java.vm.version"), Version.getPlainVersion(),
                fields.time("to", entry.getTimeout().orElse(Defaults.TIMEOUT)));
    }
}
