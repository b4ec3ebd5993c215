package conformance;

import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/** What a scenario did: one line per call, `PID EVENT` or `PID/THREAD EVENT`, appended at once to the file that CLAMH_TRANSCRIPT names. */
final class Transcript {
    private static final String FILE = System.getenv("CLAMH_TRANSCRIPT");
    static final String PROCESS = ManagementFactory.getRuntimeMXBean().getName().split("@")[0];

    private Transcript() {
    }

    /** What thread `thread` of the benchmark did, by ThreadParams: the order of different threads counts between barriers only. */
    static void line(int thread, String event) {
        append(PROCESS + "/" + thread + " " + event);
    }

    static void line(String event) {
        append(PROCESS + " " + event);
    }

    private static void append(String line) {
        if (FILE == null) {
            return;
        }
        // Not java.nio: JMH interrupts the threads that are left when one fails, which would close the channel.
        try (FileOutputStream out = new FileOutputStream(FILE, true)) {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException error) {
            throw new IllegalStateException("the transcript cannot be written: " + FILE, error);
        }
    }
}
