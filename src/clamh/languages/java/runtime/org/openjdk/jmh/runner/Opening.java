package org.openjdk.jmh.runner;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Utils;
import org.openjdk.jmh.util.Version;

/** What `open` says of a case, as JMH has it. JMH binds states and fixtures itself, so their numbers are not looked up. */
final class Opening {
    /**
     * JMH's mode for each of ours. It has none for the time of all threads together, which the driver makes of the same
     * raw numbers: `wall` runs as the average time, whose loop and clock are those of the throughput too.
     */
    static final Map<String, Mode> MODES = modes();
    /** The protocol's names of TimeUnit's constants. */
    static final List<String> UNITS = Arrays.asList("ns", "us", "ms", "s", "m", "h", "d");
    /** JMH shows a time in the unit it was given in; what comes in ns is shown in the largest of these without a rest. */
    private static final TimeUnit[] SHOWN = {TimeUnit.SECONDS, TimeUnit.MILLISECONDS, TimeUnit.MICROSECONDS};

    final Command command;
    final String id;
    final BenchmarkListEntry entry;
    final String name;
    final Mode mode;
    final int threads;
    final boolean isGroup;
    /** The numbers of its functions in the catalog, in the order of JMH; −1: not there. */
    final int[] order;
    /** How many threads of one group run each of them. */
    private final int[] deal;
    final int operations;
    final TimeUnit unit;
    final boolean collects;
    /** Whether JMH reads the clock around every invocation, since fixtures run between them. */
    final boolean timesEach;
    /** In the order of JMH: whether the invocations of a function say how many operations they did. */
    final List<Boolean> takesOperations = new ArrayList<>();
    /** Whether fixtures run in every iteration of JMH, as far as is known. */
    private final boolean hasIterationFixtures;
    private final boolean hasTrialTeardown;
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
    private final Map<String, String> params = new LinkedHashMap<>();
    /** The facts of its AuxCounters: kind, full name, type. */
    final List<List<String>> counters = new ArrayList<>();
    /** Whether invocations count something: JMH counts from before the timed part until all threads have ended theirs. */
    final boolean hasCounts;
    final List<Integer> checks;
    final List<String> jvmArgs;

    /** `jvmArgs` are those that JMH shows to benchmarks. */
    Opening(Command command, List<String> jvmArgs) throws Failure {
        this.command = command;
        this.jvmArgs = jvmArgs;
        id = command.id();
        entry = Command.item(new ArrayList<>(Benchmarks.byName().values()), command.natural("benchmark")).get(0);
        name = entry.getUsername();
        mode = MODES.get(command.text("mode"));
        int place = UNITS.indexOf(command.text("tu"));
        if (mode == null || place < 0 || id.isEmpty()) {
            throw Failure.malformed();
        }
        unit = TimeUnit.values()[place];
        threads = command.integer("threads");
        List<Integer> given = command.numbers("tg");
        isGroup = Benchmarks.isGroup(entry);
        order = Benchmarks.order(entry);
        deal = given.isEmpty() ? entry.getThreadGroups()
                : Arrays.stream(order).map(number -> number < 0 ? 0 : given.get(number)).toArray();
        operations = command.integer("opi");
        warmup = new IterationParams(
                IterationType.WARMUP, command.integer("wi"), time(command.natural("w")), command.integer("wbatch"));
        measurement = new IterationParams(
                IterationType.MEASUREMENT, command.integer("i"), time(command.natural("r")), command.integer("batch"));
        collects = command.text("gc").equals("true");
        seed = command.natural("seed");
        mayWait = command.text("waits").equals("1");
        boolean takesControl = Benchmarks.parameters(entry).anyMatch(Control.class::equals);
        for (Method method : Benchmarks.methods(entry)) {
            takesOperations.add(Arrays.stream(method.getParameterTypes()).anyMatch(type -> type.getName().equals(Counters.OPERATIONS)));
        }
        timesEach = hasStep("invocation:.*");
        String unknown = unknownState();
        hasIterationFixtures = hasStep("iteration:.*") || !unknown.isEmpty();
        hasTrialTeardown = hasStep("trial:.*:.*:.+");
        unsliced = mode != Mode.AverageTime && mode != Mode.Throughput ? "mode " + mode.shortLabel() + " has no slices"
                : isGroup ? "it is a group" : takesControl ? "it takes Control"
                : collects ? "gc=true collects before each slice, which is an iteration to JMH"
                : !unknown.isEmpty() ? "the sources do not show the fixtures of " + unknown
                : hasStep("iteration:.*") ? "its iteration fixtures would run around each slice, which is an iteration to JMH" : "";
        invocable = threads == 1 && !isGroup && !takesControl && !timesEach && unknown.isEmpty()
                && !hasStep("iteration:.*:.*:.+");
        for (long number : command.numbers("counters")) {
            counters.add(Command.item(Facts.of("counter"), number));
        }
        hasCounts = takesOperations.contains(true) || !counters.isEmpty();
        checks = command.numbers("checks");
        readParams();
    }

    /** Whether JMH only runs its loop in an iteration of the trial: else it also makes the states, or runs fixtures. */
    boolean onlyLoops(boolean first, boolean last) {
        return !first && !hasIterationFixtures && !(last && hasTrialTeardown);
    }

    private boolean hasStep(String pattern) {
        return command.all("step").stream().anyMatch(step -> step.matches(pattern));
    }

    /** A class that has or inherits a fixture that is in no source, so that `step` lacks it; "" for none. */
    private String unknownState() {
        List<String> known = new ArrayList<>();
        Facts.of("fixture").forEach(fact -> known.add(fact.get(1)));
        List<String> injected = new ArrayList<>();
        Facts.of("injected").forEach(fact -> injected.add(fact.get(1)));
        List<Class<?>> used = Benchmarks.parameters(entry).collect(Collectors.toList());
        used.add(Benchmarks.owner(entry));
        for (int i = 0; i < used.size(); i++) {
            String name = used.get(i).getCanonicalName();
            for (Method fixture : injected.contains(name) ? new ArrayList<Method>() : Benchmarks.fixtures(used.get(i))) {
                if (!known.contains(fixture.getDeclaringClass().getCanonicalName() + '.' + fixture.getName())) {
                    return name;
                }
                Arrays.stream(fixture.getParameterTypes()).filter(type -> !used.contains(type)).forEach(used::add);
            }
        }
        return "";
    }

    private void readParams() throws Failure {
        for (String param : command.all("p")) {
            String[] parts = param.split(":", 2);
            List<String> fact = Command.item(Facts.of("param"), Command.parse(parts[0]));
            String full = fact.get(1);
            String field = full.substring(full.lastIndexOf('.') + 1);
            String sent = parts[parts.length - 1];
            String value = fact.get(2).equals("float") ? javaFloat(sent) : sent;
            String other = params.put(field, value);
            if (other != null && !other.equals(value)) {
                throw Failure.unsupported(name, "JMH gives all params named '" + field + "' one value, not '" + other + "' and '" + value + "'");
            }
        }
        for (String field : entry.getParams().orElse(Collections.emptyMap()).keySet()) {
            if (!params.containsKey(field)) {
                throw Failure.unsupported(name, "the class of its param '" + field + "' is in no source: name that file behind the source, "
                        + "or as `sources` in clamh.toml");
            }
        }
    }

    /** The protocol's text of a float, as Double.valueOf reads it: `inf`, `-inf` and `nan` have other names there. */
    private static String javaFloat(String text) {
        return text.equals("nan") ? "NaN" : text.replace("inf", "Infinity");
    }

    private static Map<String, Mode> modes() {
        Map<String, Mode> modes = new LinkedHashMap<>();
        for (Mode mode : Arrays.asList(Mode.Throughput, Mode.AverageTime, Mode.SampleTime, Mode.SingleShotTime)) {
            modes.put(mode.shortLabel(), mode);
        }
        modes.put("wall", Mode.AverageTime);
        return modes;
    }

    /** A time in ns, as JMH would show it. */
    private static TimeValue time(long ns) {
        if (ns == 0) {
            return TimeValue.NONE;
        }
        for (TimeUnit unit : SHOWN) {
            if (ns % unit.toNanos(1) == 0) {
                return new TimeValue(ns / unit.toNanos(1), unit);
            }
        }
        return TimeValue.nanoseconds(ns);
    }

    /** What is shown of an iteration that takes `timeNs`; 0 is that of `open`. */
    IterationParams iteration(String phase, long timeNs) {
        IterationParams of = phase.equals("warmup") ? warmup : measurement;
        boolean asOpened = timeNs == 0 || timeNs == of.getTime().convertTo(TimeUnit.NANOSECONDS);
        return asOpened ? of : new IterationParams(of.getType(), of.getCount(), time(timeNs), of.getBatchSize());
    }

    /** JMH's own record of the case, as benchmarks see it; only its single shot never waits for other threads. */
    BenchmarkParams toJmh(Mode run, int threads, boolean synchronise) throws Failure {
        WorkloadParams workload = new WorkloadParams();
        params.forEach((name, value) -> workload.put(name, value, 0));
        BenchmarkListEntry chosen = entry.cloneWith(run);
        return new BenchmarkParams(
                name, chosen.generatedTarget(), synchronise && run != Mode.SingleShotTime,
                threads, deal, Benchmarks.labels(entry),
                command.integer("forks"), command.integer("wforks"),
                warmup, measurement, run, workload, unit, operations,
                Utils.getCurrentJvm(), jvmArgs,
                System.getProperty("java.version"), System.getProperty("java.vm.name"),
                System.getProperty("java.vm.version"), Version.getPlainVersion(), time(command.natural("to")));
    }
}
