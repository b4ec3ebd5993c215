package org.openjdk.jmh.runner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The `value` events of one call (`invoke`). */
final class Values {
    /** Characters in one event: each has up to six bytes on a line. */
    private static final int MOST = 100_000;

    final List<String> events = new ArrayList<>();
    private final String id;
    private final int call;

    Values(String id, int call) {
        this.id = id;
        this.call = call;
    }

    /** One value; null is none. */
    void add(String kind, int number, String text) {
        if (text != null) {
            add(kind, number, Collections.singletonList(text));
        }
    }

    /** Texts in order, those that are too long for a line in parts. */
    void add(String kind, int number, List<String> texts) {
        List<String> part = new ArrayList<>();
        int room = MOST;
        for (String text : texts) {
            int begin = 0;
            while (text.length() - begin > room) {
                int end = begin + room;
                end -= end > begin && Character.isHighSurrogate(text.charAt(end - 1)) ? 1 : 0;
                part.add(text.substring(begin, end));
                addEvent(kind, number, part, true);
                part = new ArrayList<>();
                room = MOST;
                begin = end;
            }
            part.add(text.substring(begin));
            room -= Math.min(room, text.length() - begin + 1);
        }
        if (!part.isEmpty()) {
            addEvent(kind, number, part, false);
        }
    }

    private void addEvent(String kind, int number, List<String> texts, boolean more) {
        events.add(Channel.json(Channel.event(
                "value", "case", id, "call", call, "kind", kind, "number", number, "texts", texts, "more", more)));
    }
}
