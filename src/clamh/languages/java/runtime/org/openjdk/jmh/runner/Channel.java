package org.openjdk.jmh.runner;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;

/** The two pipes to the driver, and the loop that reads a command, has it answered and writes the events. */
final class Channel {
    /** Does one command and sends the events of the answer. */
    interface Answerer {
        void answer(Command command) throws Failure, IOException;
    }

    /** A value that is JSON already. */
    static final class Json {
        private final String text;

        Json(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final OutputStream out;

    private Channel(BufferedReader in, OutputStream out) {
        this.out = out;
        // Reading has a thread of its own, so that the driver's death is seen in the middle of an iteration too.
        Thread reader = new Thread(() -> read(in), "clamh-commands");
        reader.setDaemon(true);
        reader.start();
    }

    /** The channel that CLAMH_IN and CLAMH_OUT name; IllegalStateException when they name no pipes. */
    static Channel open() throws IOException {
        Path in = descriptor("CLAMH_IN");
        Path out = descriptor("CLAMH_OUT");
        return new Channel(
                new BufferedReader(new InputStreamReader(new FileInputStream(in.toFile()), StandardCharsets.UTF_8)),
                new FileOutputStream(out.toFile()));
    }

    private static Path descriptor(String variable) throws IOException {
        String number = System.getenv(variable);
        if (number == null || !number.matches("[0-9]+")) {
            throw new IllegalStateException(variable + " does not hold a file descriptor: start this through clamh");
        }
        // A wrong number may name a file of the JVM's own: opened for writing, a jar of the class path was once lost.
        Path link = Paths.get("/proc/self/fd", number);
        if (Files.isDirectory(link.getParent()) && !Files.readSymbolicLink(link).toString().startsWith("pipe:")) {
            throw new IllegalStateException("descriptor " + number + " of " + variable + " is not a pipe");
        }
        return Paths.get("/dev/fd", number);
    }

    private void read(BufferedReader in) {
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
                if (line.equals("exit")) {
                    return; // System.exit would wait 300 ms for a thread that is inside of a read
                }
            }
            Runtime.getRuntime().halt(0); // end of file: the driver is gone
        } catch (IOException error) {
            Runtime.getRuntime().halt(1);
        }
    }

    /** Answers commands until `exit`; never returns normally before that. */
    void serve(Answerer answerer) throws IOException {
        while (true) {
            Command command;
            try {
                command = new Command(lines.take());
            } catch (InterruptedException stray) {
                continue; // a benchmark may interrupt any thread that it finds
            }
            try {
                if (command.name().equals("exit")) {
                    send(event("bye"));
                    System.exit(0); // with the benchmark's own shutdown hooks, and whatever threads it left running
                }
                answerer.answer(command);
            } catch (Failure failure) {
                send(failure.event(command.id()));
            } catch (RuntimeException | Error error) {
                send(new Failure("internal", "", Failure.text(error)).event(command.id()));
            }
        }
    }

    void send(Map<String, Object> event) throws IOException {
        send(json(event));
    }

    /** Writes an event that is JSON already. */
    void send(String event) throws IOException {
        out.write((event + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** An event as ordered fields: `event("closed", "case", "c1")`. */
    static Map<String, Object> event(String name, Object... fields) {
        Map<String, Object> event = map("event", name);
        event.putAll(map(fields));
        return event;
    }

    /** An ordered map of alternating keys and values, without those that are null. */
    static Map<String, Object> map(Object... fields) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            if (fields[i + 1] != null) {
                map.put((String) fields[i], fields[i + 1]);
            }
        }
        return map;
    }

    /** The JSON text of maps, collections, strings, numbers, booleans and null. */
    static String json(Object value) {
        if (value instanceof Map) {
            return ((Map<?, ?>) value).entrySet().stream().map(entry -> json(entry.getKey()) + ":" + json(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof Collection) {
            return ((Collection<?>) value).stream().map(Channel::json).collect(Collectors.joining(",", "[", "]"));
        }
        if (value instanceof Double && (Double) value == Math.rint((Double) value) && Math.abs((Double) value) < 1e15) {
            return Long.toString(((Double) value).longValue());
        }
        return value instanceof String ? quote((String) value) : String.valueOf(value);
    }

    /** Everything but printable ASCII is escaped, so lone surrogates need no care of their own. */
    private static String quote(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                out.append("\\u").append(Integer.toHexString(c | 0x10000).substring(1));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
