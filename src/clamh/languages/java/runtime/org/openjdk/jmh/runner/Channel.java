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
import java.util.concurrent.TimeUnit;

/** The two pipes to the driver, and the loop that reads a command, has it answered and writes the events. */
final class Channel {
    /** Stray shutdown hooks of a benchmark may not keep the process alive for longer. */
    private static final long EXIT_SECONDS = 5;

    /** Does one command and sends the events of the answer. */
    interface Answerer {
        void answer(Command command) throws Failure, IOException;
    }

    /** A value that is JSON already. */
    static final class Json {
        final String text;

        Json(String text) {
            this.text = text;
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
                    exit();
                    return;
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

    private static void exit() {
        Thread guard = new Thread(() -> {
            try {
                TimeUnit.SECONDS.sleep(EXIT_SECONDS);
            } catch (InterruptedException hurry) {
                Thread.currentThread().interrupt();
            }
            Runtime.getRuntime().halt(0);
        }, "clamh-exit");
        guard.setDaemon(true);
        guard.start();
        System.exit(0); // with the benchmark's own shutdown hooks, and whatever threads it left running
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
