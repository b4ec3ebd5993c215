package org.openjdk.jmh.runner;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.results.BenchmarkTaskResult;

/**
 * JMH's own threads of one case, which go on running JMH's tasks: what is added is who of them did what, which JMH forgets,
 * and that nobody waits for one that failed.
 */
final class ThreadPool extends AbstractExecutorService {
    /** JMH interrupts so often whom it wants back. */
    private static final long EVERY_MS = 100;
    /** The time between two looks whether threads have come so far. */
    private static final long EVERY_NS = TimeUnit.MICROSECONDS.toNanos(20);
    /** How often that long a call may last after all threads have ended their timed part, at least. */
    private static final long PATIENCE = 10;
    /** How deep JMH's task wraps what user code raised. */
    private static final int WRAPPED = 2;
    private static final Path SELF = Paths.get("/proc/thread-self");
    private static final Path TASKS = Paths.get("/proc/self/task");

    /** What one thread did in the last iteration. `waitedNs`: for how long it waited for a CPU; −1 where not known. */
    static final class Part {
        final Thread thread = Thread.currentThread();
        final BenchmarkTaskResult result;
        /** Of a group, which function it ran, in the order of JMH. */
        final int function;
        final long waitedNs;

        Part(BenchmarkTaskResult result, int function, long waitedNs) {
            this.result = result;
            this.function = function;
            this.waitedNs = waitedNs;
        }
    }

    /** By JMH's thread index. */
    final Part[] parts;
    /** As the system knows them, thread 0 first; empty where it does not tell, or where JMH was given another executor. */
    final List<Long> ids = new ArrayList<>();
    private final BenchmarkHandler handler;
    private final Allocations allocations;
    private final ExecutorService threads;
    private final Map<?, ?> dealt;
    private final List<Thread> started = new ArrayList<>();
    private final Set<Thread> busy = ConcurrentHashMap.newKeySet();
    private final AtomicInteger tasks = new AtomicInteger();
    private volatile InfraControl control;
    private volatile Throwable failure;
    private volatile int failing = -1;
    /** For how long all threads of the next iteration call the benchmark before JMH times it. */
    volatile long warminNs;
    private final ExecutorService releaser = Executors.newSingleThreadExecutor(action -> daemon("clamh-release", action));
    /** By thread index, the waiting before its timed part. */
    private final long[] waited;
    private volatile Future<?> released;

    /** Starts the threads of the handler's executor, and takes its place. */
    ThreadPool(BenchmarkHandler handler, int count, Allocations allocations) {
        this.handler = handler;
        this.allocations = allocations;
        parts = new Part[count];
        waited = new long[count];
        releaser.execute(() -> {}); // starts its thread, which would be bound to the CPU of a measuring thread that starts it
        threads = (ExecutorService) get(handler, "executor");
        dealt = (Map<?, ?>) get(handler, "workerData");
        try {
            if (System.getProperty("jmh.executor") == null) { // of other executors a task may run on any thread
                start(count);
            }
            field(handler, "executor").set(handler, this);
        } catch (ReflectiveOperationException | ExecutionException | InterruptedException other) {
            throw new IllegalStateException("this is not JMH 1.37", other);
        }
    }

    private void start(int count) throws ExecutionException, InterruptedException {
        CountDownLatch all = new CountDownLatch(count);
        List<Future<?>> starting = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            starting.add(threads.submit(() -> {
                enlist();
                all.countDown();
                all.await(); // a thread that came back could take a second one of these
                return null;
            }));
        }
        for (Future<?> task : starting) {
            task.get();
        }
    }

    private synchronized void enlist() throws IOException {
        started.add(Thread.currentThread());
        if (Files.isSymbolicLink(SELF)) {
            ids.add(Long.parseLong(Files.readSymbolicLink(SELF).getFileName().toString()));
        }
    }

    /**
     * For how long a thread has been ready to run while others had the CPU, in ns. Before its task it is read by the thread itself:
     * until it runs it waits too, and nothing of that is timed.
     */
    private static long waitedSoFar(Path thread) {
        try {
            String[] account = new String(Files.readAllBytes(thread.resolve("schedstat")), StandardCharsets.US_ASCII).trim().split(" ");
            return account.length == 3 && !account[2].equals("0") ? Long.parseLong(account[1]) : -1; // zeros: it is not counted
        } catch (IOException missing) {
            return -1;
        }
    }

    /** Does something on JMH's thread, of which there is one, between its tasks. */
    void between(Callable<?> action) throws Failure {
        try {
            threads.submit(action).get();
        } catch (ExecutionException | InterruptedException raised) {
            if (raised.getCause() instanceof Failure) {
                throw (Failure) raised.getCause();
            }
            throw new IllegalStateException(raised);
        }
    }

    /** Runs a task of JMH's on each thread, as its handler does. */
    void runTasks(InfraControl control, Opening opening) throws Failure {
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < parts.length; i++) {
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

    /** What a thread raised first, as an answer. `jmh` is what JMH has of it. */
    Failure failure(Opening opening, Throwable jmh) {
        return Failure.of(failure == null ? jmh : failure, opening.name, opening.threads == 1 ? -1 : failing);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
        return new FutureTask<>(() -> watch(task));
    }

    private <T> T watch(Callable<T> task) throws Exception {
        long entered = allocations.ofThisThread();
        if (tasks.getAndIncrement() < parts.length) { // of the first iteration
            awaitTurn();
        }
        long warmin = enter((InfraControl) get(task, "control"));
        busy.add(Thread.currentThread());
        try {
            long before = waitedSoFar(SELF);
            allocations.leaveOut(entered);
            T result = task.call();
            long called = allocations.ofThisThread();
            long after = waitedSoFar(SELF);
            ThreadParams own = params();
            if (warmin > 0) {
                released.get();
                before = waited[own.getThreadIndex()];
            }
            parts[own.getThreadIndex()] = new Part(
                    (BenchmarkTaskResult) result, own.getSubgroupIndex(), before < 0 || after < 0 ? -1 : after - before);
            allocations.leaveOut(called);
            return result;
        } catch (Exception raised) {
            Throwable cause = raised;
            for (int i = 0; i < WRAPPED && cause.getCause() != null; i++) {
                cause = cause.getCause();
            }
            if (!isOfAnother(cause)) {
                keep(cause);
            }
            throw raised;
        } finally {
            synchronized (busy) {
                busy.remove(Thread.currentThread());
            }
            Thread.interrupted(); // one that came when all was over
        }
    }

    /** Notes the iteration that a task is of. Its first task begins the un-timed part, whose ns are returned. */
    private synchronized long enter(InfraControl iteration) {
        long warmin = warminNs;
        if (control != iteration && warmin > 0) {
            iteration.warmupVisited.decrementAndGet(); // un-timed calls last until all are ready, or until the release
            released = releaser.submit(() -> release(iteration, warmin));
        }
        control = iteration;
        return warmin;
    }

    /**
     * Ends the un-timed part of an iteration, when it has lasted so long in all threads. Then it reads for how long they have waited, as
     * soon as the first of them is in its timed part: the last un-timed call may have lasted until then.
     */
    private void release(InfraControl iteration, long ns) {
        long entered = allocations.ofThisThread();
        Arrays.fill(waited, -1);
        try {
            while (iteration.warmupVisited.get() < parts.length - 1) {
                LockSupport.parkNanos(EVERY_NS);
            }
            for (long until = System.nanoTime() + ns, left = ns; left > 0; left = until - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        } finally {
            iteration.warmupShouldWait = false;
            iteration.warmupDone.countDown();
        }
        while (!iteration.notifyControl.startMeasurement && !iteration.isFailing) {
            LockSupport.parkNanos(EVERY_NS);
        }
        for (int index = 0; index < ids.size(); index++) {
            waited[index] = waitedSoFar(TASKS.resolve(ids.get(index).toString()));
        }
        allocations.leaveOut(entered);
    }

    /** Whether JMH ended a thread because another one failed, which it may do before that one has come back. */
    private static boolean isOfAnother(Throwable cause) {
        StackTraceElement[] frames = cause.getStackTrace();
        return cause instanceof FailureAssistException
                || frames.length > 0 && frames[0].getClassName().startsWith(InfraControl.class.getName());
    }

    /** JMH gives its thread indices to whoever comes first, for all iterations: they come in the order of `ids`. */
    private void awaitTurn() {
        int rank = started.indexOf(Thread.currentThread());
        while (dealt.size() < rank && failure == null) {
            LockSupport.parkNanos(EVERY_NS);
        }
    }

    /** What JMH dealt to the current thread; null when it has none yet. */
    private ThreadParams params() {
        Object worker = dealt.get(Thread.currentThread());
        return worker == null ? null : (ThreadParams) get(worker, "params");
    }

    /**
     * Keeps the first failure and lets the other threads go: those that heed Control at once, which JMH does in an iteration too,
     * then those that heed interrupts, which JMH sends only when all have come back that it waits for here.
     */
    private synchronized void keep(Throwable cause) {
        if (failure == null) {
            failing = params() == null ? -1 : params().getThreadIndex();
            failure = cause;
            control.notifyControl.stopMeasurement = true;
            startDaemon("clamh-release", () -> {
                while (!busy.isEmpty()) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(EVERY_MS));
                    interrupt(thread -> true);
                }
            });
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
        return startDaemon("clamh-guard", () -> {
            try {
                TimeUnit.NANOSECONDS.sleep(timeNs); // nothing is done in measured time
                for (long times = 0;; ) {
                    TimeUnit.MILLISECONDS.sleep(EVERY_MS);
                    InfraControl running = control;
                    times = running == null || running.warmdownShouldWait ? 0 : times + 1;
                    if (times >= patience) {
                        interrupt(thread -> Failure.inBenchmark(thread.getStackTrace()));
                    }
                }
            } catch (InterruptedException over) {
                // the iteration has ended
            }
        });
    }

    private static Thread startDaemon(String name, Runnable action) {
        Thread thread = daemon(name, action);
        thread.start();
        return thread;
    }

    private static Thread daemon(String name, Runnable action) {
        Thread thread = new Thread(action, name);
        thread.setDaemon(true);
        return thread;
    }

    private void interrupt(Predicate<Thread> chosen) {
        for (Thread thread : busy) {
            if (chosen.test(thread)) {
                synchronized (busy) {
                    if (busy.contains(thread)) {
                        thread.interrupt();
                    }
                }
            }
        }
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
        releaser.shutdown();
        threads.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        releaser.shutdown();
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
