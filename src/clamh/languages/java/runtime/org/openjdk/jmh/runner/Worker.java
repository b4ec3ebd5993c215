package org.openjdk.jmh.runner;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The measuring process: one case at a time, in JMH's own code, in a JVM started as JMH starts a fork.
 *
 * <p>Its arguments are those that {@link Launch#of} returned, to be compared with what the JVM really got.
 */
public final class Worker {
    static final List<String> COMMANDS = Arrays.asList("describe", "open", "iterate", "slice", "invoke", "drain", "close", "exit");

    private final String mismatch;
    private final List<String> jvmArgs;
    private final Set<String> broken = new HashSet<>();
    private Trial trial;
    private boolean measured;
    private boolean invoked;

    private Worker(String[] own) throws IOException {
        mismatch = Launch.mismatch(own);
        jvmArgs = Launch.jvmArgs(own);
    }

    public static void main(String[] own) throws IOException {
        Channel channel = Channel.open();
        Worker worker = new Worker(own);
        channel.serve(worker::answer);
    }

    private List<Map<String, Object>> answer(List<String> command) throws Refused {
        String verb = command.get(0);
        if (verb.equals("open")) {
            return Arrays.asList(open(command));
        }
        if (!Arrays.asList("iterate", "slice", "invoke", "drain", "close").contains(verb)) {
            throw new Refused("unsupported", "", "this worker cannot '" + verb + "'"
                    + (verb.equals("describe") ? ": the describing process does" : ""));
        }
        String id = command.size() > 1 ? command.get(1) : "";
        if (trial == null || !trial.asked.id.equals(id)) {
            throw new Refused("usage", "", "no case '" + id + "' is open");
        }
        try {
            switch (verb) {
                case "iterate":
                    return Arrays.asList(iterate(command));
                case "slice":
                    return Arrays.asList(slice(command));
                case "invoke":
                    return Arrays.asList(invoke(command));
                case "drain":
                    return Arrays.asList(Message.event("drained", "case", id, "extra_operations", trial.drain()));
                default:
                    trial.drain();
                    end();
                    return Arrays.asList(Message.event("closed", "case", id));
            }
        } catch (Refused refused) {
            if (Arrays.asList("setup", "teardown", "benchmark").contains(refused.reason)) {
                broken.add(trial.asked.name());
                end();
            }
            throw refused;
        }
    }

    private Map<String, Object> open(List<String> command) throws Refused {
        if (!mismatch.isEmpty()) {
            throw new Refused("usage", "", mismatch);
        }
        if (trial != null) {
            throw new Refused("usage", "", "case '" + trial.asked.id + "' is still open: this worker holds one at a time");
        }
        if (command.size() < 2 || !command.get(1).matches("[A-Za-z0-9_.-]+")) {
            throw new Refused("usage", "", "open needs the case's name, of letters, digits, - _ and .");
        }
        Case asked = new Case(command.get(1), Message.named(command, 2), jvmArgs);
        if (broken.contains(asked.name())) {
            throw new Refused("unsupported", asked.name(),
                    "JMH keeps the states of a benchmark that failed: it can only run again in a new process");
        }
        System.setProperty("clamh.seed", Long.toString(asked.seed)); // for clamh.Random
        trial = new Trial(asked);
        Clock.warmUp();
        Map<String, Object> layout = Message.map("seed", asked.seed, "offsets", Collections.emptyMap());
        List<String> warnings = new ArrayList<>();
        for (String state : Counters.unheard(asked)) {
            warnings.add("JMH reports counters of AuxCounters.Type.OPERATIONS in the modes thrpt and avgt only, so those "
                    + "of " + state + " are missing here; EVENTS it reports in all");
        }
        return Message.event("opened", "case", asked.id, "layout", layout, "threads", trial.threadIds(),
                "warnings", warnings, "unsliced", asked.unsliced, "invoke", asked.invocable, "bare_calls", true,
                "collector", Trial.chosenCollector(), "processors", Trial.PROCESSORS);
    }

    private Map<String, Object> iterate(List<String> command) throws Refused {
        String phase = phase(command, "iterate takes ID PHASE TIME_NS COUNT FIRST LAST");
        if (!command.get(3).matches("[0-9]{1,18}") || !command.get(4).matches("[0-9]{1,18}")
                || !command.get(5).matches("[01]") || !command.get(6).matches("[01]")) {
            throw new Refused("usage", "", "TIME_NS and COUNT must be integers, FIRST and LAST 0 or 1");
        }
        long time = Long.parseLong(command.get(3));
        long count = Long.parseLong(command.get(4));
        measured = true;
        return trial.iterate(phase, time, count, command.get(5).equals("1"), command.get(6).equals("1"));
    }

    private Map<String, Object> slice(List<String> command) throws Refused {
        String phase = phase(command, "slice takes ID PHASE WARMIN COUNT BEGIN END");
        if (!command.get(3).matches("[0-9]{1,18}") || !command.get(4).matches("0*[1-9][0-9]{0,17}")
                || !command.get(5).matches("[012]") || !command.get(6).matches("[012]")) {
            throw new Refused("usage", "", "WARMIN and COUNT must be integers, COUNT above 0, BEGIN and END 0, 1 or 2");
        }
        measured = true;
        return trial.slice(phase, Long.parseLong(command.get(3)), Long.parseLong(command.get(4)),
                Integer.parseInt(command.get(5)), Integer.parseInt(command.get(6)));
    }

    /** The phase of a command of seven fields that measures. */
    private String phase(List<String> command, String form) throws Refused {
        if (command.size() != 7) {
            throw new Refused("usage", "", form);
        }
        if (invoked) {
            throw new Refused("usage", "", "this process has served invoke and measures nothing any more");
        }
        String phase = command.get(2);
        if (!phase.equals("warmup") && !phase.equals("measurement")) {
            throw new Refused("usage", "", "'" + phase + "' is neither warmup nor measurement");
        }
        return phase;
    }

    private Map<String, Object> invoke(List<String> command) throws Refused {
        if (command.size() > 3 || command.size() == 3 && !command.get(2).matches("0*[1-9][0-9]?")) {
            throw new Refused("usage", "", "invoke takes ID, and COUNT from 1 to 99");
        }
        if (measured && !trial.begun) {
            throw new Refused("usage", "", "this process has measured another case: invoke needs one that never does");
        }
        int calls = command.size() < 3 ? 1 : Integer.parseInt(command.get(2));
        invoked = true;
        return measured ? trial.invoke(calls) : Invocation.of(trial.asked, calls);
    }

    private void end() {
        trial.close();
        trial = null;
    }
}
