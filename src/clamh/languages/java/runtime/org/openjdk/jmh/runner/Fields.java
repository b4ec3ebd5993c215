package org.openjdk.jmh.runner;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.options.TimeValue;

/** The numbers among the `key=value` fields of an `open`. */
final class Fields {
    /** JMH shows a time in the unit it was given in; what comes in ns is shown in the largest of these without a rest. */
    private static final TimeUnit[] SHOWN = {TimeUnit.SECONDS, TimeUnit.MILLISECONDS, TimeUnit.MICROSECONDS};

    private final Map<String, String> given;

    Fields(Map<String, String> given) {
        this.given = given;
    }

    /** A count of at least `minimum`; `missing` when it is not given, which no count may be when that is null. */
    int count(String name, Integer missing, int minimum) throws Refused {
        String text = given.get(name);
        if (text == null && missing != null) {
            return missing;
        }
        long value = whole(name, text == null ? "" : text, minimum);
        if (value > Integer.MAX_VALUE) {
            throw new Refused("usage", "", name + "='" + text + "' is more than " + Integer.MAX_VALUE);
        }
        return (int) value;
    }

    /** A time that is given in ns; none at all is JMH's `TimeValue.NONE`. */
    TimeValue time(String name, TimeValue missing) throws Refused {
        String text = given.get(name);
        return text == null ? missing : time(whole(name, text, 0));
    }

    /** A time in ns, as JMH would show it. */
    static TimeValue time(long ns) {
        if (ns == 0) {
            return TimeValue.NONE;
        }
        for (TimeUnit unit : SHOWN) {
            if (ns % unit.toNanos(1) == 0) {
                return new TimeValue(ns / unit.toNanos(1), unit);
            }
        }
        return TimeValue.nanoseconds(ns);
    }

    /** Where Random begins, 0 when it is not given. */
    long seed() throws Refused {
        return whole("seed", given.getOrDefault("seed", "0"), Long.MIN_VALUE);
    }

    private static long whole(String name, String text, long minimum) throws Refused {
        try {
            long value = Long.parseLong(text);
            if (value >= minimum) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            // said below, with the number that is too small
        }
        throw new Refused("usage", "", name + "='" + text + "' is not an integer of "
                + (minimum == Long.MIN_VALUE ? "64 bits" : "at least " + minimum));
    }
}
