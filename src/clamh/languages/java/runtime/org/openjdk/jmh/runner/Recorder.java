package org.openjdk.jmh.runner;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What one call of each thread gave to the recording Blackhole (`invoke`). Public for that class, in JMH's other package. */
public final class Recorder {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final Map<Thread, Recorder> OF_THREADS = new ConcurrentHashMap<>();
    private static Set<String> benchmarks = Set.of();

    /** What the benchmark returned in canonical form, or null when it is void. */
    String returned;
    final List<String> consumed = new ArrayList<>();

    private Recorder() {}

    /** Begins anew, and says which methods are the benchmark: what fixtures consume is not recorded. */
    static void watch(List<Method> methods) {
        OF_THREADS.clear();
        benchmarks = Set.copyOf(methods.stream().map(one -> name(one.getDeclaringClass().getName(), one.getName())).toList());
    }

    /** Called by every `consume`. JMH's stub consumes what the benchmark returned, and nothing else. */
    public static void consumed(Object value) {
        List<StackWalker.StackFrame> frames = WALKER.walk(all -> all.skip(2).collect(
                ArrayList::new, ArrayList::add, ArrayList::addAll)); // without this method and consume itself
        Recorder own = of(Thread.currentThread());
        if (!frames.isEmpty() && frames.get(0).getClassName().contains(".jmh_generated.")) {
            own.returned = Canonical.text(value);
            return;
        }
        if (frames.stream().anyMatch(frame -> benchmarks.contains(name(frame.getClassName(), frame.getMethodName())))) {
            own.consumed.add(Canonical.text(value));
        }
    }

    /** What was recorded of one thread. */
    static Recorder of(Thread thread) {
        return OF_THREADS.computeIfAbsent(thread, unknown -> new Recorder());
    }

    private static String name(String owner, String method) {
        return owner + "#" + method;
    }
}
