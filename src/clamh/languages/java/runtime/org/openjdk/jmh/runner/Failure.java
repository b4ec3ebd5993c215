package org.openjdk.jmh.runner;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.util.Map;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Why a command was not done; of what user code raised also where: in a fixture or in the benchmark. */
final class Failure extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int MAX_TEXT = 16_384;
    private static final String GENERATED = ".jmh_generated.";

    final String reason;
    final String where;
    /** The measuring thread that failed, −1 for none. */
    final int thread;

    Failure(String reason, String where, String message, int thread) {
        super(message);
        this.reason = reason;
        this.where = where;
        this.thread = thread;
    }

    Failure(String reason, String where, String message) {
        this(reason, where, message, -1);
    }

    /** A command that cannot be executed. */
    static Failure malformed() {
        return new Failure("malformed", "", "malformed command");
    }

    static Failure unsupported(String where, String message) {
        return new Failure("unsupported", where, message);
    }

    /**
     * What user code raised. The frame that JMH's generated code called is the user's method; an exception without
     * such a frame (a static initializer, a cleared trace) is the benchmark's.
     */
    static Failure of(Throwable cause, String benchmark, int thread) {
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
            return new Failure("benchmark", benchmark, text(cause), thread);
        }
        String owner = called.getClassName().replace('$', '.');
        if (called.getMethodName().startsWith("<")) { // a state's constructor
            return new Failure("setup", owner, text(cause), thread);
        }
        String where = owner + "." + called.getMethodName();
        return new Failure(reason(called), where, text(cause), thread);
    }

    /** The event that answers command `id`. */
    Map<String, Object> event(String id) {
        return Channel.event("failed", "reason", reason, "where", where, "message", getMessage(),
                "case", id.isEmpty() ? null : id, "thread", thread < 0 ? null : thread);
    }

    /** Whether the case is over, which JMH does not tear down then. */
    boolean endsCase() {
        return !reason.equals("malformed") && !reason.equals("unsupported");
    }

    /** The real cause of JMH's exception: JMH keeps what the threads raised as suppressed exceptions. */
    static Throwable cause(BenchmarkException failure) {
        if (failure.getSuppressed().length > 0) {
            return failure.getSuppressed()[0];
        }
        return failure.getCause() == null ? failure : failure.getCause();
    }

    /** Whether a thread is in a benchmark, and not in a fixture or in what is JMH's. */
    static boolean inBenchmark(StackTraceElement[] frames) {
        for (int i = 1; i < frames.length; i++) {
            if (frames[i].getClassName().contains(GENERATED)) {
                return !frames[i - 1].getClassName().startsWith(InfraControl.class.getPackage().getName())
                        && reason(frames[i - 1]).equals("benchmark");
            }
        }
        return false;
    }

    private static String reason(StackTraceElement called) {
        try {
            for (Method method : Class.forName(called.getClassName(), false, Failure.class.getClassLoader()).getDeclaredMethods()) {
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
