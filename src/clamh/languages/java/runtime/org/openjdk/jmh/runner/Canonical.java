package org.openjdk.jmh.runner;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/** Values as texts that are equal exactly when the values are, in every language (protocol/README.md). */
final class Canonical {
    /** A list may contain itself. */
    private static final int MAX_DEPTH = 64;

    private Canonical() {}

    static String text(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out, 0);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out, int depth) {
        if (value == null) {
            out.append("null");
        } else if (value instanceof Double || value instanceof Float) {
            number(((Number) value).doubleValue(), out);
        } else if (value instanceof Byte || value instanceof Short || value instanceof Integer || value instanceof Long
                || value instanceof BigInteger) {
            out.append("i:").append(value);
        } else if (value instanceof Boolean) {
            out.append("b:").append(value);
        } else if (value instanceof Character || value instanceof CharSequence) {
            out.append("s:").append(value);
        } else if (value instanceof byte[]) {
            out.append("x:");
            for (byte one : (byte[]) value) {
                out.append(Character.forDigit(one >> 4 & 15, 16)).append(Character.forDigit(one & 15, 16));
            }
        } else if (depth < MAX_DEPTH && value.getClass().isArray()) {
            out.append('[');
            for (int i = 0; i < Array.getLength(value); i++) {
                out.append(i == 0 ? "" : ",");
                write(Array.get(value, i), out, depth + 1);
            }
            out.append(']');
        } else if (depth < MAX_DEPTH && value instanceof List) {
            write(((List<?>) value).toArray(), out, depth);
        } else {
            out.append("object");
        }
    }

    private static void number(double value, StringBuilder out) {
        if (Double.isNaN(value)) {
            out.append("f:nan");
        } else if (Double.isInfinite(value)) {
            out.append(value > 0 ? "f:inf" : "f:-inf");
        } else if (value == Math.rint(value)) {
            out.append("i:").append(new BigDecimal(value).toBigInteger());
        } else {
            out.append("f:").append(String.format("%016x", Double.doubleToRawLongBits(value)));
        }
    }
}
