package org.openjdk.jmh.runner;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.results.BenchmarkTaskResult;

/**
 * JMH's own threads of one case, which go on running JMH's tasks: what is added is who of them did what, which JMH forgets,
 * and that nobody waits for one that failed.
 */
final class ThreadPool extends AbstractExecutorService {
    /** JMH interrupts so often whom it wants back. */
    private static final long EVERY_MS = 100;
    /** How often that long a call may last after all threads have ended their timed part, at least. */
    private static final long PATIENCE = 10;
    /** How deep JMH's task wraps what user code raised. */
    private static final int WRAPPED = 2;
    private static final Path SELF = Paths.get("/proc/thread-self");

    /** As the system knows them, thread 0 first; empty where it does not tell, or where JMH was given another executor. */
    final List<Long> ids = new ArrayList<>();
    private final ExecutorService threads;
    private final Map<?, ?> dealt;
    private final List<Thread> started = new ArrayList<>();
    private final Set<Thread> busy = ConcurrentHashMap.newKeySet();
    private final BenchmarkTaskResult[] results;
    private final Thread[] ran;
    private final long[] waited;
    private volatile InfraControl control;
    private final AtomicInteger tasks = new AtomicInteger();
    private Throwable failure;
    private int failing = -1;

    /** Starts the threads of the handler's executor, and takes its place. */
    ThreadPool(BenchmarkHandler handler, int count) {
        results = new BenchmarkTaskResult[count];
        ran = new Thread[count];
        waited = new long[count];
        threads = (ExecutorService) get(handler, "executor");
        dealt = (Map<?, ?>) get(handler, "workerData");
        if (System.getProperty("jmh.executor") == null) { // of other executors a task may run on any thread
            start(count);
        }
        try {
            field(handler, "executor").set(handler, this);
        } catch (ReflectiveOperationException other) {
            throw new IllegalStateException("this is not JMH 1.37", other);
        }
    }

    private void start(int count) {
        CountDownLatch all = new CountDownLatch(count);
        List<Future<?>> begun = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            begun.add(threads.submit(() -> {
                enlist();
                all.countDown();
                all.await(); // a thread that came back could take a second one of these
                return null;
            }));
        }
        try {
            for (Future<?> task : begun) {
                task.get();
            }
        } catch (ExecutionException | InterruptedException failed) {
            throw new IllegalStateException("JMH's threads did not start", failed);
        }
    }

    private synchronized void enlist() throws IOException {
        started.add(Thread.currentThread());
        if (Files.isSymbolicLink(SELF)) {
            ids.add(Long.parseLong(Files.readSymbolicLink(SELF).getFileName().toString()));
        }
    }

    /** For how long a thread waited for a CPU in its part of the last iteration, in ns, by JMH's thread index; −1 where not known. */
    long waited(int index) {
        return waited[index];
    }

    /**
     * For how long this thread has been ready to run while others had the CPU, in ns. It is read by the thread itself: until it runs
     * it waits too, and nothing of that is timed.
     */
    private static long waitedSoFar() {
        try {
            String[] account = new String(Files.readAllBytes(SELF.resolve("schedstat")), StandardCharsets.US_ASCII).trim().split(" ");
            return account.length == 3 && !account[2].equals("0") ? Long.parseLong(account[1]) : -1; // zeros: it is not counted
        } catch (IOException missing) {
            return -1;
        }
    }

    /** Does something on JMH's thread, of which there is one, between its tasks. */
    <T> T between(Callable<T> action) throws Failure {
        try {
            return threads.submit(action).get();
        } catch (ExecutionException raised) {
            if (raised.getCause() instanceof Failure) {
                throw (Failure) raised.getCause();
            }
            throw new IllegalStateException(raised.getCause());
        } catch (InterruptedException stray) {
            throw new IllegalStateException(stray);
        }
    }

    /** Runs a task of JMH's on each thread, as its handler does. */
    void runTasks(BenchmarkHandler handler, InfraControl control, Opening opening) throws Failure {
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < results.length; i++) {
            running.add(submit(handler.new BenchmarkTask(control)));
        }
        Throwable raised = null;
        for (Future<?> task : running) {
            try {
                task.get();
            } catch (ExecutionException | InterruptedException exception) {
                raised = exception;
            }
        }
        if (raised != null) {
            throw failure(opening, raised);
        }
    }

    /** What a thread did in the last iteration, by JMH's thread index. */
    BenchmarkTaskResult result(int index) {
        return results[index];
    }

    /** The thread that JMH gave an index. */
    Thread ran(int index) {
        return ran[index];
    }

    /** What a thread raised first, as an answer. `jmh` is what JMH has of it. */
    synchronized Failure failure(Opening opening, Throwable jmh) {
        return Failure.of(failure == null ? jmh : failure, opening.name, opening.threads == 1 ? -1 : failing);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
        return new FutureTask<>(() -> watched(task));
    }

    private <T> T watched(Callable<T> task) throws Exception {
        if (tasks.getAndIncrement() < ran.length) { // of the first iteration
            awaitTurn();
        }
        control = (InfraControl) get(task, "control");
        busy.add(Thread.currentThread());
        try {
            long before = waitedSoFar();
            T result = task.call();
            long after = waitedSoFar();
            int index = index();
            waited[index] = before < 0 || after < 0 ? -1 : after - before;
            results[index] = (BenchmarkTaskResult) result;
            ran[index] = Thread.currentThread();
            return result;
        } catch (Exception raised) {
            Throwable cause = raised;
            for (int i = 0; i < WRAPPED && cause.getCause() != null; i++) {
                cause = cause.getCause();
            }
            if (!ofAnother(cause)) {
                failed(cause);
            }
            throw raised;
        } finally {
            left();
        }
    }

    /** Whether JMH ended a thread because another one failed, which it may do before that one has come back. */
    private static boolean ofAnother(Throwable cause) {
        StackTraceElement[] frames = cause.getStackTrace();
        return cause instanceof FailureAssistException
                || frames.length > 0 && frames[0].getClassName().startsWith(InfraControl.class.getName());
    }

    /** JMH gives its thread indices to whoever comes first, for all iterations: they come in the order of `ids`. */
    private void awaitTurn() {
        int rank = started.indexOf(Thread.currentThread());
        while (dealt.size() < rank && failure() == null) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(20));
        }
    }

    private synchronized Throwable failure() {
        return failure;
    }

    /** JMH's index of the current thread, −1 when it has none yet. */
    private int index() {
        Object worker = dealt.get(Thread.currentThread());
        return worker == null ? -1 : ((ThreadParams) get(worker, "params")).getThreadIndex();
    }

    /**
     * Keeps the first failure and lets the other threads go: those that heed Control at once, which JMH does in an iteration too,
     * then those that heed interrupts, which JMH sends only when all have come back that it waits for here.
     */
    private synchronized void failed(Throwable cause) {
        if (failure != null) {
            return;
        }
        failure = cause;
        failing = index();
        control.notifyControl.stopMeasurement = true;
        Thread release = new Thread(this::release, "clamh-release");
        release.setDaemon(true);
        release.start();
    }

    private void release() {
        while (!busy.isEmpty()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(EVERY_MS));
            interrupt(busy);
        }
    }

    /**
     * Looks after an iteration of threads that may wait for each other, until it is interrupted itself. When all have ended their
     * timed part, JMH's un-timed calls end one by one, and the last may wait for a partner that is gone: JMH interrupts it when
     * the Timeout is over, and takes that for its end. Here it need not wait so long: no call is meant to take longer than
     * an iteration of `usualNs`, and one that is still busy must not be interrupted.
     */
    Thread guard(long timeNs, long usualNs) {
        long patience = Math.max(PATIENCE, TimeUnit.NANOSECONDS.toMillis(Math.max(timeNs, usualNs)) / EVERY_MS);
        Thread guard = new Thread(() -> {
            try {
                TimeUnit.NANOSECONDS.sleep(timeNs); // nothing is done in measured time
                for (long times = 0;; ) {
                    TimeUnit.MILLISECONDS.sleep(EVERY_MS);
                    InfraControl running = control;
                    times = running == null || running.warmdownShouldWait ? 0 : times + 1;
                    if (times >= patience) {
                        interrupt(busy.stream().filter(thread -> Failure.inBenchmark(thread.getStackTrace())).collect(Collectors.toList()));
                    }
                }
            } catch (InterruptedException over) {
                // the iteration has ended
            }
        }, "clamh-guard");
        guard.setDaemon(true);
        guard.start();
        return guard;
    }

    private void interrupt(Collection<Thread> waiting) {
        synchronized (busy) {
            waiting.stream().filter(busy::contains).forEach(Thread::interrupt);
        }
    }

    private void left() {
        synchronized (busy) {
            busy.remove(Thread.currentThread());
        }
        Thread.interrupted(); // one that came when all was over
    }

    private static Object get(Object object, String name) {
        try {
            return field(object, name).get(object);
        } catch (ReflectiveOperationException other) {
            throw new IllegalStateException("this is not JMH 1.37", other);
        }
    }

    private static Field field(Object object, String name) throws NoSuchFieldException {
        Field field = object.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    @Override
    public void shutdown() {
        threads.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return threads.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return threads.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return threads.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return threads.awaitTermination(timeout, unit);
    }
}
