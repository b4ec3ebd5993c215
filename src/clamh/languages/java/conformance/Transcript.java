package conformance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What a scenario did: one line per call, `PID EVENT`, appended at once to the file that CLAMH_TRANSCRIPT names. */
final class Transcript {
    private static final String FILE = System.getenv("CLAMH_TRANSCRIPT");
    private static final String PROCESS = ProcessHandle.current().pid() + " ";

    private Transcript() {
    }

    static void line(String event) {
        if (FILE == null) {
            return;
        }
        try {
            Files.write(Path.of(FILE), (PROCESS + event + "\n").getBytes(StandardCharsets.UTF_8),
                StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException error) {
            throw new IllegalStateException("the transcript cannot be written: " + FILE, error);
        }
    }
}
