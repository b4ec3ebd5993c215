// A language newer than Java 11's.
import org.openjdk.jmh.annotations.Benchmark;

public class Newer {
    static String text = """
            new""";

    @Benchmark
    public int length() {
        return text.length();
    }
}
