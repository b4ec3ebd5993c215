package org.openjdk.jmh.runner;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.openjdk.jmh.annotations.Mode;

/**
 * The measuring process: one case at a time, in JMH's own code, in a JVM started as JMH starts a fork.
 *
 * <p>Its arguments are those that {@link Launch#of} returned, to be compared with what the JVM really got.
 */
public final class Worker {
    static final List<String> COMMANDS = Arrays.asList("describe", "open", "iterate", "slice", "invoke", "close", "exit");
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private final Channel channel;
    private final String mismatch;
    private final List<String> jvmArgs;
    private final Set<String> broken = new HashSet<>();
    private Case open;
    private boolean measured;
    private boolean invoked;

    private Worker(Channel channel, String[] own) throws IOException {
        this.channel = channel;
        mismatch = Launch.mismatch(own);
        jvmArgs = Launch.jvmArgs(own);
    }

    public static void main(String[] own) throws IOException {
        Channel channel = Channel.open();
        Worker worker = new Worker(channel, own);
        channel.serve(worker::answer);
    }

    private void answer(Command command) throws Failure, IOException {
        String name = command.name();
        if (name.equals("describe") || !COMMANDS.contains(name)) {
            throw Failure.unsupported("", "this process does not answer '" + name + "'");
        }
        if (name.equals("open")) {
            channel.send(open(command));
            return;
        }
        if (open == null || !open.opening.id.equals(command.id())) {
            throw Failure.malformed();
        }
        try {
            run(command);
        } catch (Failure failure) {
            if (failure.endsCase()) {
                broken.add(open.opening.name);
                end();
            }
            throw failure;
        } catch (RuntimeException | Error bug) {
            end();
            throw bug;
        }
    }

    private Map<String, Object> open(Command command) throws Failure {
        if (!mismatch.isEmpty()) {
            throw Failure.unsupported("", mismatch);
        }
        if (open != null) {
            throw Failure.malformed();
        }
        Opening opening = new Opening(command, jvmArgs);
        if (broken.contains(opening.name)) {
            throw Failure.unsupported(opening.name, "JMH keeps the states of a benchmark that failed: it can only run again in a new process");
        }
        System.setProperty("clamh.seed", Long.toString(opening.seed)); // for clamh.Random
        open = new Case(opening);
        Clock.warmUp();
        return Channel.event("opened", "case", opening.id, "clock_cost_ns", 0, "source", "jmh", "invoke", opening.invocable,
                "collector", Case.chosenCollector(), "processors", PROCESSORS, "warnings", warnings(opening),
                "threads", open.pool.ids.isEmpty() ? null : open.pool.ids,
                "unsliced", opening.unsliced.isEmpty() ? null : opening.unsliced);
    }

    private static Set<String> warnings(Opening opening) {
        Set<String> warnings = new TreeSet<>();
        if (opening.hasCounts && opening.threads > 1 && opening.mode != Mode.SingleShotTime) {
            warnings.add("JMH counts AuxCounters, and Operations, from before a thread's timed part until all threads have ended theirs: "
                    + "they contain the untimed calls before and after it, so those of several threads are too high");
        }
        for (List<String> counter : opening.counters) {
            if (!Counters.isKnown(counter, opening.mode)) {
                warnings.add("JMH reports counters of AuxCounters.Type.OPERATIONS in the modes thrpt and avgt only, so those "
                        + "of " + counter.get(1).substring(0, counter.get(1).lastIndexOf('.')) + " are missing here; EVENTS it reports in all");
            }
        }
        return warnings;
    }

    private void run(Command command) throws Failure, IOException {
        if (command.name().equals("close")) {
            open.endTrial();
            end();
            channel.send(Channel.event("closed", "case", command.id()));
        } else if (command.name().equals("invoke")) {
            if (measured && !open.begun) {
                throw Failure.malformed(); // a process that has measured calls nothing fresh
            }
            long calls = command.natural(2);
            invoked = true;
            if (measured) {
                open.invoke(calls, channel);
            } else {
                Invoke.answer(open.opening, calls, channel);
            }
        } else if (invoked) {
            throw Failure.malformed();
        } else {
            measured = true;
            if (command.name().equals("iterate")) {
                open.iterate(command, channel);
            } else {
                open.slice(command, channel);
            }
        }
    }

    private void end() {
        open.close();
        open = null;
    }
}
