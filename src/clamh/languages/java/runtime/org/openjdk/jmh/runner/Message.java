package org.openjdk.jmh.runner;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How commands and events are written: percent-encoded fields in, JSON objects out (protocol/README.md). */
final class Message {
    /** A line of the protocol is at most this long, its end included. */
    static final int MAX_LINE = 1 << 20;

    private Message() {}

    /** A value that is JSON already. */
    static final class Json {
        final String text;

        Json(String text) {
            this.text = text;
        }
    }

    /** The fields of one command line, decoded. */
    static List<String> fields(String line) throws Refused {
        List<String> fields = new ArrayList<>();
        for (String field : line.split("\t", -1)) {
            fields.add(decoded(field));
        }
        return fields;
    }

    /** The `key=value` fields of a command from `start` on; a param's key keeps its `p:`. */
    static Map<String, String> named(List<String> fields, int start) throws Refused {
        Map<String, String> named = new LinkedHashMap<>();
        for (String field : fields.subList(Math.min(start, fields.size()), fields.size())) {
            int equals = field.indexOf('=');
            if (equals < 1) {
                throw new Refused("usage", "", "'" + field + "' is not KEY=VALUE");
            }
            named.put(field.substring(0, equals), field.substring(equals + 1));
        }
        return named;
    }

    private static String decoded(String field) throws Refused {
        if (field.indexOf('%') < 0) {
            return field;
        }
        byte[] raw = field.getBytes(StandardCharsets.UTF_8);
        byte[] out = new byte[raw.length];
        int length = 0;
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] != '%') {
                out[length++] = raw[i];
                continue;
            }
            int high = i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
            int low = i + 2 < raw.length ? Character.digit(raw[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                throw new Refused("usage", "", "'" + field + "' has a % that is not followed by two hex digits");
            }
            out[length++] = (byte) (high << 4 | low);
            i += 2;
        }
        return new String(out, 0, length, StandardCharsets.UTF_8);
    }

    /** An event as ordered fields: `event("closed", "case", "c1")`. */
    static Map<String, Object> event(String name, Object... fields) {
        Map<String, Object> event = map(fields);
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("event", name);
        whole.putAll(event);
        return whole;
    }

    /** An ordered map of alternating keys and values. */
    static Map<String, Object> map(Object... fields) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            map.put((String) fields[i], fields[i + 1]);
        }
        return map;
    }

    /** The JSON text of maps, collections, strings, numbers, booleans and null. */
    static String json(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map) {
            char separator = '{';
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                out.append(separator);
                write(entry.getKey().toString(), out);
                out.append(':');
                write(entry.getValue(), out);
                separator = ',';
            }
            out.append(separator == '{' ? "{}" : "}");
        } else if (value instanceof Collection) {
            char separator = '[';
            for (Object element : (Collection<?>) value) {
                out.append(separator);
                write(element, out);
                separator = ',';
            }
            out.append(separator == '[' ? "[]" : "]");
        } else if (value instanceof Double) {
            double number = (Double) value;
            boolean whole = number == Math.rint(number) && Math.abs(number) < 1e15;
            out.append(whole ? Long.toString((long) number) : Double.toString(number));
        } else if (value instanceof Json) {
            out.append(((Json) value).text);
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            quote(value.toString(), out);
        }
    }

    /** Everything but printable ASCII is escaped, so lone surrogates need no care of their own. */
    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                out.append("\\u").append(Character.forDigit(c >> 12, 16)).append(Character.forDigit(c >> 8 & 15, 16))
                        .append(Character.forDigit(c >> 4 & 15, 16)).append(Character.forDigit(c & 15, 16));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
