package org.openjdk.jmh.runner;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the JVM allocates and collects, as JMH's profiler gc reads it: bytes of each Java thread, collections of all collectors.
 *
 * <p>A JVM does not know how many objects these bytes are.
 */
final class Allocations {
    private static final String BYTES = "gc.alloc.rate.norm";
    private static final String COLLECTIONS = "gc.count";
    private static final String TIME = "gc.time";
    private static final com.sun.management.ThreadMXBean THREADS = findThreads();
    private static final MethodHandle TOTAL = findTotal();

    private final List<String> names = new ArrayList<>();
    private Map<Long, Long> bytesBefore = new HashMap<>();
    private long collectionsBefore;
    private long timeBefore;
    private final AtomicLong own = new AtomicLong(); // bytes of the worker itself in measuring threads
    /** In the order of the names; null without CLAMH_COUNTERS. */
    List<Long> counted;

    /** Counts what CLAMH_COUNTERS names. */
    Allocations() {
        String named = System.getenv("CLAMH_COUNTERS");
        for (String name : named == null ? new String[0] : named.split(",")) {
            if (counts().contains(name)) {
                names.add(name);
            }
        }
    }

    /** What this JVM counts. */
    static List<String> counts() {
        return THREADS == null ? Arrays.asList(COLLECTIONS, TIME) : Arrays.asList(BYTES, COLLECTIONS, TIME);
    }

    private static com.sun.management.ThreadMXBean findThreads() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        if (!(threads instanceof com.sun.management.ThreadMXBean)) {
            return null;
        }
        com.sun.management.ThreadMXBean able = (com.sun.management.ThreadMXBean) threads;
        if (!able.isThreadAllocatedMemorySupported()) {
            return null;
        }
        able.setThreadAllocatedMemoryEnabled(true);
        return able;
    }

    /** getTotalThreadAllocatedBytes of Java 21 and updates of 17, which has the bytes of ended threads too; null without it. */
    private static MethodHandle findTotal() {
        try {
            return THREADS == null ? null : MethodHandles.publicLookup().findVirtual(com.sun.management.ThreadMXBean.class,
                    "getTotalThreadAllocatedBytes", MethodType.methodType(long.class)).bindTo(THREADS);
        } catch (ReflectiveOperationException older) {
            return null;
        }
    }

    void begin() {
        if (!names.isEmpty()) {
            timeBefore = collectionTime();
            collectionsBefore = collections();
            own.set(0);
            bytesBefore = readBytes();
        }
    }

    /** The bytes that this thread has allocated so far; 0 if they are not counted. */
    long ofThisThread() {
        return names.contains(BYTES) ? THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) : 0;
    }

    /** What this thread has allocated since `before` is none of the benchmark's. */
    void leaveOut(long before) {
        own.addAndGet(ofThisThread() - before);
    }

    void end() {
        if (names.isEmpty()) {
            return;
        }
        Map<Long, Long> bytes = readBytes();
        long sum = -own.get();
        long reader = Thread.currentThread().getId(); // which only reads, and prepares the iteration
        for (Map.Entry<Long, Long> thread : bytes.entrySet()) {
            if (thread.getKey() != reader) {
                sum += thread.getValue() - bytesBefore.getOrDefault(thread.getKey(), 0L);
            }
        }
        long collected = difference(collectionsBefore, collections());
        long time = difference(timeBefore, collectionTime());
        counted = new ArrayList<>();
        for (String name : names) {
            counted.add(name.equals(BYTES) ? sum : name.equals(COLLECTIONS) ? collected : time);
        }
    }

    /** The bytes of threads by their ids; where the JVM knows the sum of all, only that, without this thread's. */
    private static Map<Long, Long> readBytes() {
        Map<Long, Long> bytes = new HashMap<>();
        long total = readTotal();
        if (total >= 0) {
            bytes.put(0L, total - THREADS.getThreadAllocatedBytes(Thread.currentThread().getId())); // no thread has the id 0
        } else if (THREADS != null) {
            long[] ids = THREADS.getAllThreadIds();
            long[] counts = THREADS.getThreadAllocatedBytes(ids);
            for (int at = 0; at < ids.length; at++) {
                if (counts[at] >= 0) { // the thread has not ended
                    bytes.put(ids[at], counts[at]);
                }
            }
        }
        return bytes;
    }

    private static long readTotal() {
        try {
            return TOTAL == null ? -1 : (long) TOTAL.invokeExact();
        } catch (Throwable failure) {
            return -1;
        }
    }

    private static long difference(long before, long after) {
        return before < 0 || after < 0 ? -1 : after - before;
    }

    /** How often garbage was collected since the process started, by all collectors; −1 where none of them says. */
    static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount).filter(count -> count >= 0).reduce(Long::sum).orElse(-1);
    }

    /** For how many ns it was collected: a JVM counts ms. */
    private static long collectionTime() {
        long ms = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime).filter(time -> time >= 0).reduce(Long::sum).orElse(-1);
        return ms < 0 ? -1 : ms * 1_000_000;
    }
}
