package org.openjdk.jmh.runner;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Utils;
import org.openjdk.jmh.util.Version;

/** What `open` asks for, checked: a benchmark of JMH's list with every option said. */
final class Case {
    private static final List<Mode> MODES = List.of(Mode.Throughput, Mode.AverageTime);

    final String id;
    final BenchmarkListEntry entry;
    final Mode mode;
    final int threads;
    final int batch;
    final int operations;
    /** Values by the short names that JMH uses. */
    final Map<String, String> params;

    /** Checks the fields of an `open` command. */
    Case(String id, Map<String, String> fields) throws Refused {
        this.id = id;
        String name = fields.getOrDefault("benchmark", "");
        List<BenchmarkListEntry> entries = Benchmarks.byName().get(name);
        if (entries == null) {
            throw new Refused("usage", "", "this artifact has no benchmark '" + name + "'; it has "
                    + String.join(", ", Benchmarks.byName().keySet()));
        }
        entry = entries.get(0);
        if (Benchmarks.isGroup(entry)) {
            throw new Refused("unsupported", name, "JMH's groups cannot be run yet");
        }
        mode = mode(fields.getOrDefault("mode", ""));
        threads = count(fields, "threads");
        batch = count(fields, "batch");
        operations = count(fields, "opi");
        params = params(fields);
    }

    /** A single-threaded case whose params, names and values in turn, were checked before. */
    Case(BenchmarkListEntry entry, int operations, String[] params) {
        this.id = "";
        this.entry = entry;
        this.mode = Mode.SingleShotTime;
        this.threads = 1;
        this.batch = 1;
        this.operations = operations;
        this.params = new LinkedHashMap<>();
        for (int i = 0; i < params.length; i += 2) {
            this.params.put(params[i], params[i + 1]);
        }
    }

    String name() {
        return entry.getUsername();
    }

    private static Mode mode(String label) throws Refused {
        for (Mode mode : MODES) {
            if (mode.shortLabel().equals(label)) {
                return mode;
            }
        }
        throw new Refused("unsupported", "", "mode '" + label + "' is neither thrpt nor avgt");
    }

    private static int count(Map<String, String> fields, String name) throws Refused {
        String text = fields.getOrDefault(name, "");
        try {
            int value = Integer.parseInt(text);
            if (value >= 1) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            // said below, with the number that is too small
        }
        throw new Refused("usage", "", name + "='" + text + "' is not an integer of at least 1");
    }

    private Map<String, String> params(Map<String, String> fields) throws Refused {
        Map<String, String> given = new LinkedHashMap<>();
        fields.forEach((key, value) -> {
            if (key.startsWith("p:")) {
                given.put(key.substring(2), value);
            }
        });
        Map<String, String> params = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (Class<?> state : State.of(entry)) {
            for (Field field : State.fields(state)) {
                String full = State.name(state) + "." + field.getName();
                String value = given.remove(full);
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
        given.keySet().forEach(unknown -> problems.add(name() + " has no param '" + unknown + "'"));
        if (!problems.isEmpty()) {
            throw new Refused("usage", name(), String.join("; ", problems));
        }
        return params;
    }

    /** JMH's own record of the case. The time unit is ns, so that a score can be turned back into what was counted. */
    BenchmarkParams toJmh(Mode run, boolean synchronise) {
        WorkloadParams workload = new WorkloadParams();
        params.forEach((name, value) -> workload.put(name, value, 0));
        BenchmarkListEntry chosen = entry.cloneWith(run);
        return new BenchmarkParams(
                chosen.getUsername(), chosen.generatedTarget(), synchronise,
                threads, chosen.getThreadGroups(), List.of(),
                1, 0,
                new IterationParams(IterationType.WARMUP, 1, TimeValue.NONE, batch),
                new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.NONE, batch),
                run, workload, TimeUnit.NANOSECONDS, operations,
                Utils.getCurrentJvm(), List.of(),
                System.getProperty("java.version"), System.getProperty("java.vm.name"),
                System.getProperty("java.vm.version"), Version.getPlainVersion(),
                chosen.getTimeout().orElse(Defaults.TIMEOUT));
    }
}
