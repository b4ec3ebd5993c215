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
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The two pipes to the driver, and the loop that reads a command, has it answered and writes the events. */
final class Channel {
    /** Stray shutdown hooks of a benchmark may not keep the process alive for longer. */
    private static final long EXIT_SECONDS = 5;

    /** Does one command; what it returns are the events of the answer. */
    interface Answerer {
        List<Map<String, Object>> answer(List<String> command) throws Refused;
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
            String line;
            try {
                line = lines.take();
            } catch (InterruptedException stray) {
                continue; // a benchmark may interrupt any thread that it finds
            }
            List<String> command = Collections.emptyList();
            try {
                command = Message.fields(line);
                if (command.get(0).equals("exit")) {
                    send(Message.event("bye"));
                    exit();
                    return;
                }
                for (Map<String, Object> event : answerer.answer(command)) {
                    send(event);
                }
            } catch (Refused refused) {
                send(failed(command, refused.reason, refused.where, refused.getMessage()));
            } catch (RuntimeException | Error error) {
                send(failed(command, "internal", "", Failure.text(error)));
            }
        }
    }

    private static Map<String, Object> failed(List<String> command, String reason, String where, String message) {
        Map<String, Object> event = Message.event("failed", "reason", reason, "where", where, "message", message);
        if (command.size() > 1) {
            event.put("case", command.get(1));
        }
        return event;
    }

    private void send(Map<String, Object> event) throws IOException {
        byte[] line = (Message.json(event) + "\n").getBytes(StandardCharsets.US_ASCII);
        if (line.length > Message.MAX_LINE) {
            Object id = Optional.ofNullable(event.get("case")).orElse("");
            String message = "the answer has " + line.length + " bytes, a line of the protocol " + Message.MAX_LINE;
            line = (Message.json(Message.event("failed", "case", id, "reason", "unsupported", "where", event.get("event"),
                    "message", message)) + "\n").getBytes(StandardCharsets.US_ASCII);
        }
        out.write(line);
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
}
