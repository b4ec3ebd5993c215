package org.openjdk.jmh.runner;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * `invoke` of a fresh case: calls on one state, each an iteration of its own in JMH's single-shot mode, with a Blackhole of
 * ours that records.
 *
 * <p>JMH, the benchmark and this class are loaded a second time, by a loader that has our Blackhole in front, so the
 * classes of this process that could measure never see it.
 */
final class Invoke {
    private static final String BLACKHOLE = "org.openjdk.jmh.infra.Blackhole";
    private static final String RECORDING = "META-INF/clamh/invoke/org/openjdk/jmh/infra/Blackhole.class";

    /** Kept for the next case: to load JMH again takes five times as long as to invoke a benchmark. */
    private static Isolated isolated;

    private Invoke() {}

    /** Answers with the values of so many calls. */
    static void answer(Opening opening, long calls, Channel channel) throws Failure, IOException {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        List<String> events = new ArrayList<>();
        String[] failure;
        try {
            isolated = isolated == null ? new Isolated() : isolated;
            Thread.currentThread().setContextClassLoader(isolated);
            Method run = isolated.loadClass(Invoke.class.getName())
                    .getDeclaredMethod("run", String.class, List.class, long.class, List.class);
            run.setAccessible(true);
            failure = (String[]) run.invoke(null, opening.command.line, opening.jvmArgs, calls, events);
        } catch (ReflectiveOperationException error) {
            throw new Failure("internal", opening.name, Failure.text(error));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        if (failure.length > 0) {
            throw new Failure(failure[0], failure[1], failure[2], Integer.parseInt(failure[3]));
        }
        for (String event : events) {
            channel.send(event);
        }
        channel.send(Channel.event("invoked", "case", opening.id));
    }

    /** Runs in the other loader, so only JDK types go in and out: the events of the answer, and of a failure its fields. */
    static String[] run(String open, List<String> jvmArgs, long calls, List<String> events) {
        try {
            Opening opening = new Opening(new Command(open), jvmArgs);
            int threads = opening.isGroup ? opening.threads : 1;
            BenchmarkParams shown = opening.toJmh(opening.mode, threads, false);
            BenchmarkParams once = opening.toJmh(Mode.SingleShotTime, threads, false);
            IterationParams single = new IterationParams(
                    IterationType.MEASUREMENT, once.getMeasurement().getCount(), once.getMeasurement().getTime(), 1);
            BenchmarkHandler handler = new BenchmarkHandler(Benchmarks.SILENT, new OptionsBuilder().build(), once);
            try {
                ThreadPool pool = new ThreadPool(handler, threads, new Allocations());
                for (int call = 1; call <= calls; call++) {
                    Recorder.watch(Benchmarks.methods(opening.entry));
                    Values values = new Values(opening.id, call);
                    Checks checks = new Checks(opening, new State(handler, opening), values, shown, single, call == 1, call == calls);
                    pool.runTasks(checks, opening);
                    if (checks.failure != null) {
                        throw checks.failure;
                    }
                    addRecorded(opening, values, pool);
                    events.addAll(values.events);
                }
            } finally {
                handler.shutdown();
            }
            return new String[0];
        } catch (Failure failure) {
            return new String[] {failure.reason, failure.where, failure.getMessage(), Integer.toString(failure.thread)};
        }
    }

    /** Adds what the first thread of each function returned and consumed. */
    private static void addRecorded(Opening opening, Values values, ThreadPool pool) {
        int last = -1;
        for (ThreadPool.Part part : pool.parts) {
            if (part.function > last) {
                Recorder recorded = Recorder.of(part.thread);
                values.add("returned", opening.order[part.function], recorded.returned);
                values.add("consumed", opening.order[part.function], recorded.consumed);
                last = part.function;
            }
        }
    }

    /**
     * Asks the Check methods: JMH lets states go with the trial, and its generated code calls `preTearDown` when the invocation
     * and its own teardown are over, and before any other teardown.
     */
    private static final class Checks extends InfraControl {
        Failure failure;
        private final AtomicInteger left;
        private final State state;
        private final Values values;

        Checks(Opening opening, State state, Values values, BenchmarkParams shown, IterationParams single, boolean first, boolean last) {
            super(shown, single, new CountDownLatch(shown.getThreads()), new CountDownLatch(shown.getThreads()), first, last, false, new Control());
            this.left = new AtomicInteger(shown.getThreads());
            this.state = state;
            this.values = values;
        }

        /** Functions of a group may wait for each other: the first whose invocation is over stops the others', as JMH's timed loop does. */
        @Override
        public void preTearDown() {
            notifyControl.stopMeasurement = true;
            if (left.decrementAndGet() == 0) {
                try {
                    state.check(values);
                } catch (Failure raised) {
                    failure = raised; // once the trial is torn down
                }
            }
            super.preTearDown();
        }
    }

    /** The class path once more, with the recording Blackhole in place of JMH's. */
    private static final class Isolated extends URLClassLoader {
        Isolated() throws MalformedURLException {
            super(classPath(), ClassLoader.getSystemClassLoader().getParent());
        }

        private static URL[] classPath() throws MalformedURLException {
            List<URL> urls = new ArrayList<>();
            for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
                urls.add(Paths.get(path).toUri().toURL());
            }
            return urls.toArray(new URL[0]);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.equals(BLACKHOLE)) {
                return super.findClass(name);
            }
            try (InputStream in = getResourceAsStream(RECORDING)) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                for (int read = in.read(); read >= 0; read = in.read()) {
                    out.write(read);
                }
                return defineClass(name, out.toByteArray(), 0, out.size());
            } catch (IOException error) {
                throw new ClassNotFoundException(name, error);
            }
        }
    }
}
