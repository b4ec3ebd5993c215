package org.openjdk.jmh.runner;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** What user code raised, and where it was raised: in a fixture or in the benchmark. */
final class Failure {
    private static final int MAX_TEXT = 16_384;
    private static final String GENERATED = ".jmh_generated.";

    private Failure() {}

    /** The real cause of JMH's exception: JMH keeps what the threads raised as suppressed exceptions. */
    static Throwable cause(BenchmarkException failure) {
        if (failure.getSuppressed().length > 0) {
            return failure.getSuppressed()[0];
        }
        return failure.getCause() == null ? failure : failure.getCause();
    }

    /**
     * The failure as an answer. The frame that JMH's generated code called is the user's method; an exception without
     * such a frame (a static initializer, a cleared trace) is the benchmark's.
     */
    static Refused refused(Throwable cause, String benchmark) {
        StackTraceElement called = null;
        boolean generated = false;
        for (StackTraceElement frame : cause.getStackTrace()) {
            if (frame.getClassName().contains(GENERATED)) {
                generated = true;
                break;
            }
            called = frame;
        }
        if (called == null || !generated) { // a stack that overflowed keeps its upper end only
            return new Refused("benchmark", benchmark, text(cause));
        }
        String owner = called.getClassName().replace('$', '.');
        if (called.getMethodName().startsWith("<")) { // a state's constructor
            return new Refused("setup", owner, text(cause));
        }
        String where = owner + "." + called.getMethodName();
        return new Refused(kind(called), where, text(cause));
    }

    /** Whether a thread is in a benchmark, and not in a fixture or in what is JMH's. */
    static boolean inBenchmark(StackTraceElement[] frames) {
        for (int i = 1; i < frames.length; i++) {
            if (frames[i].getClassName().contains(GENERATED)) {
                return !frames[i - 1].getClassName().startsWith(InfraControl.class.getPackage().getName())
                        && kind(frames[i - 1]).equals("benchmark");
            }
        }
        return false;
    }

    private static String kind(StackTraceElement called) {
        try {
            for (Method method : Class.forName(called.getClassName(), false, Failure.class.getClassLoader())
                    .getDeclaredMethods()) {
                if (method.getName().equals(called.getMethodName())) {
                    if (method.isAnnotationPresent(Setup.class)) {
                        return "setup";
                    }
                    if (method.isAnnotationPresent(TearDown.class)) {
                        return "teardown";
                    }
                }
            }
        } catch (ClassNotFoundException | LinkageError unknown) {
            return "benchmark"; // a class of another loader: the trace in the message still names it
        }
        return "benchmark";
    }

    /** The exception with its trace, as Java prints it; user code may break even that. */
    static String text(Throwable raised) {
        String text;
        try {
            StringWriter out = new StringWriter();
            raised.printStackTrace(new PrintWriter(out, true));
            text = out.toString().trim();
        } catch (RuntimeException | Error broken) {
            text = raised.getClass().getName() + " (its own text cannot be had: " + broken.getClass().getName() + ")";
        }
        return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + " …" : text;
    }
}
