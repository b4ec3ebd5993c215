package org.openjdk.jmh.runner;

import java.util.ArrayList;
import java.util.List;

/** What the one invocation of `invoke` gave to the recording Blackhole. Public for that class, in JMH's other package. */
public final class Recorder {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final List<String> CONSUMED = new ArrayList<>();
    private static String benchmarkClass;
    private static String benchmarkMethod;
    private static String returned;

    private Recorder() {}

    /** Sets which method is the benchmark: what fixtures consume is not recorded. */
    static synchronized void watch(String className, String method) {
        benchmarkClass = className;
        benchmarkMethod = method;
        returned = null;
        CONSUMED.clear();
    }

    /** Called by every `consume`. JMH's stub consumes what the benchmark returned, and nothing else. */
    public static synchronized void consumed(Object value) {
        List<StackWalker.StackFrame> frames = WALKER.walk(all -> all.skip(2).collect(
                ArrayList::new, ArrayList::add, ArrayList::addAll)); // without this method and consume itself
        if (!frames.isEmpty() && frames.get(0).getClassName().contains(".jmh_generated.")) {
            returned = Canonical.text(value);
            return;
        }
        for (StackWalker.StackFrame frame : frames) {
            if (frame.getMethodName().equals(benchmarkMethod) && frame.getClassName().equals(benchmarkClass)) {
                CONSUMED.add(Canonical.text(value));
                return;
            }
        }
    }

    /** What the benchmark returned in canonical form, or null when it is void. */
    static synchronized String returned() {
        return returned;
    }

    static synchronized List<String> consumed() {
        return List.copyOf(CONSUMED);
    }
}
