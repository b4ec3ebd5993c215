package org.openjdk.jmh.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Times by how often they were seen, in JMH's buckets: exact below 2,048 ns, 1,024 to each power of two above. */
final class Histogram {
    private static final int PRECISION = 10;
    private static final int MOST_PAIRS = 20_000; // of all threads together: they are one line

    private Histogram() {}

    /**
     * [value, count, value, count, …] of one of so many threads, from counts by JMH's ns per operation, of which a time has
     * `operations`. Where they are too many, buckets are made wider, all of them by the same share of a time, so that the last
     * one, the longest time, is as exact as the others. A wide one has the mean of what is in it.
     */
    static List<Object> pairs(SortedMap<Long, Long> counts, long operations, int threads) {
        int most = MOST_PAIRS / threads;
        int halved = 0;
        while (halved < 64 && cells(counts, halved) > most) {
            halved++;
        }
        List<Object> found = new ArrayList<>();
        long begin = -1;
        long count = 0;
        long sum = 0;
        for (Map.Entry<Long, Long> bucket : counts.entrySet()) {
            long cell = cell(bucket.getKey(), halved);
            if (cell == begin) {
                found.subList(found.size() - 2, found.size()).clear();
            } else {
                begin = cell;
                count = 0;
                sum = 0;
            }
            count += bucket.getValue();
            sum += bucket.getValue() * bucket.getKey() * operations;
            found.add(sum / count);
            found.add(count);
        }
        return found;
    }

    private static int cells(SortedMap<Long, Long> counts, int halved) {
        int found = 0;
        long last = -1;
        for (long value : counts.keySet()) {
            long begin = cell(value, halved);
            found += begin == last ? 0 : 1;
            last = begin;
        }
        return found;
    }

    /** Where the cell of a value begins when 2^halved buckets to each power of two are one; beyond that powers of two are joined. */
    private static long cell(long value, int halved) {
        if (value < 2) {
            return value;
        }
        int octave = 63 - Long.numberOfLeadingZeros(value);
        int kept = PRECISION - halved;
        if (kept < 0) {
            return 1L << octave - octave % (1 - kept);
        }
        int shift = Math.max(octave - kept, 0);
        return value >> shift << shift;
    }
}
