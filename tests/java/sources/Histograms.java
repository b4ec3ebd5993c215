package org.openjdk.jmh.runner;

import java.util.TreeMap;

/** What the launcher makes of histograms of many threads: test_modes.py compiles this beside its Histogram. */
public class Histograms {
    public static void main(String[] none) {
        var few = counted(5, 5, 3);
        System.out.println(Histogram.pairs(few, 7, 64));
        var tens = counted(10, 10, 20, 30, 40, 50);
        System.out.println(Histogram.pairs(tens, 1, 4_000));
        System.out.println(Histogram.pairs(tens, 1, 10_000));
        System.out.println(Histogram.pairs(tens, 3, 10_000));
        System.out.println(Histogram.pairs(counted(0, 1, 2, Long.MAX_VALUE), 1, 30_000));
        var late = new TreeMap<Long, Long>();
        for (long at = 0; at < 1024; at++) {
            late.put(2048 + 2 * at, 1L);
        }
        late.put(999_936L, 1L);
        late.put(2_998_272L, 1L);
        System.out.println(Histogram.pairs(late, 1, 1).size());
        var wide = Histogram.pairs(late, 1, 64);
        System.out.println(wide.size() + " " + wide.subList(0, 4) + " " + wide.subList(wide.size() - 4, wide.size()));
        System.out.println(Histogram.pairs(late, 3, 1).size());  // JMH's buckets are those of the time per operation
    }

    private static TreeMap<Long, Long> counted(long... times) {
        var counts = new TreeMap<Long, Long>();
        for (long time : times) {
            counts.merge(time, 1L, Long::sum);
        }
        return counts;
    }
}
