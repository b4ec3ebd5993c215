package org.openjdk.jmh.runner;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One command of the driver: its fields, decoded. What cannot be read from them makes it malformed. */
final class Command {
    final String line;
    private final List<String> fields;

    Command(String line) {
        this.line = line;
        fields = fields(line);
    }

    /** The fields of a line, separated by tabs and percent-encoded. */
    static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        for (String field : line.split("\t", -1)) {
            fields.add(field.indexOf('%') < 0 ? field : decode(field.getBytes(StandardCharsets.UTF_8)));
        }
        return fields;
    }

    private static String decode(byte[] raw) {
        byte[] decoded = new byte[raw.length];
        int length = 0;
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] == '%' && i + 2 < raw.length) {
                decoded[length++] = (byte) (Character.digit(raw[++i], 16) << 4 | Character.digit(raw[++i], 16));
            } else {
                decoded[length++] = raw[i];
            }
        }
        return new String(decoded, 0, length, StandardCharsets.UTF_8);
    }

    String name() {
        return fields.get(0);
    }

    /** The id of the case; "" in a command without one. */
    String id() {
        return fields.size() > 1 ? fields.get(1) : "";
    }

    String text(int place) throws Failure {
        return item(fields, place);
    }

    long natural(int place) throws Failure {
        return parse(text(place));
    }

    /** The value of `key=`; "" where it is not sent. */
    String text(String key) {
        List<String> values = all(key);
        return values.isEmpty() ? "" : values.get(0);
    }

    long natural(String key) throws Failure {
        return parse(text(key));
    }

    int integer(String key) throws Failure {
        long value = natural(key);
        if (value != (int) value) {
            throw Failure.malformed();
        }
        return (int) value;
    }

    /** The numbers of `key=`, which are separated by commas. */
    List<Integer> numbers(String key) throws Failure {
        List<Integer> numbers = new ArrayList<>();
        for (String number : text(key).isEmpty() ? new String[0] : text(key).split(",")) {
            numbers.add((int) parse(number));
        }
        return numbers;
    }

    /** Every value of a key that may come several times. */
    List<String> all(String key) {
        List<String> values = new ArrayList<>();
        for (String field : fields) {
            if (field.startsWith(key + "=")) {
                values.add(field.substring(key.length() + 1));
            }
        }
        return values;
    }

    static long parse(String text) throws Failure {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notANumber) {
            throw Failure.malformed();
        }
    }

    /** The item of that number. */
    static <T> T item(List<T> items, long number) throws Failure {
        if (number < 0 || number >= items.size()) {
            throw Failure.malformed();
        }
        return items.get((int) number);
    }
}
