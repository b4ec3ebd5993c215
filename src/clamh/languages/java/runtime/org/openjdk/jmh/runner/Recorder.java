package org.openjdk.jmh.runner;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** What one call of each thread gave to the recording Blackhole (`invoke`). Public for that class, in JMH's other package. */
public final class Recorder {
    /** How much of a stack a JVM tells by default; StackWalker, which tells all, came with Java 9. */
    private static final int DEEPEST = 1024;
    /** Of every stack: this class's method, and `consume`. */
    private static final int OWN = 2;
    private static final Map<Thread, Recorder> OF_THREADS = new ConcurrentHashMap<>();
    private static Set<String> benchmarks = Collections.emptySet();

    /** What the benchmark returned in canonical form, or null when it is void. */
    String returned;
    final List<String> consumed = new ArrayList<>();

    private Recorder() {}

    /** Begins anew, and says which methods are the benchmark: what fixtures consume is not recorded. */
    static void watch(List<Method> methods) {
        OF_THREADS.clear();
        benchmarks = methods.stream().map(method -> name(method.getDeclaringClass().getName(), method.getName())).collect(Collectors.toSet());
    }

    /** Called by every `consume`. JMH's stub consumes what the benchmark returned, and nothing else. */
    public static void consumed(Object value) {
        List<StackTraceElement> frames = Arrays.asList(new Throwable().getStackTrace());
        Recorder own = of(Thread.currentThread());
        if (frames.get(OWN).getClassName().contains(".jmh_generated.")) {
            own.returned = Canonical.text(value);
            return;
        }
        // Of a deeper stack the benchmark's own end is missing.
        if (frames.size() >= DEEPEST || frames.stream().anyMatch(frame -> benchmarks.contains(name(frame.getClassName(), frame.getMethodName())))) {
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
