package org.openjdk.jmh.runner;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What only the preprocessor knew of the artifact, one fact a line, its fields as those of a command (generator.py). */
final class Facts {
    private static final String FACTS = "/META-INF/clamh/facts";
    private static final List<List<String>> ALL = read();

    private Facts() {}

    /** The facts of one kind, which is their first field. */
    static List<List<String>> of(String kind) {
        List<List<String>> found = new ArrayList<>(ALL);
        found.removeIf(fact -> !fact.get(0).equals(kind));
        return found;
    }

    /** Puts what the sources say of a thing into its object of the catalog; false where they do not know it. */
    static boolean put(Map<String, Object> object, String kind, String name) {
        boolean known = false;
        for (List<String> fact : of(kind)) {
            boolean same = fact.get(1).equals(name);
            for (int i = 2; same && i < fact.size(); i += 2) { // keys, each with its JSON
                object.put(fact.get(i), new Channel.Json(fact.get(i + 1)));
            }
            known |= same;
        }
        return known;
    }

    private static List<List<String>> read() {
        List<List<String>> facts = new ArrayList<>();
        try (InputStream in = Facts.class.getResourceAsStream(FACTS)) {
            if (in == null) {
                return facts; // an artifact that some other build put together
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                facts.add(Command.fields(line));
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        return facts;
    }
}
