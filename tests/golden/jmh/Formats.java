package oracle;

import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** Runs JMH with the given options and has JMH write the same results in each of its five formats: FOLDER NAME OPTIONS. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Formats {

    @State(Scope.Thread)
    public static class Awkward {
        @Param({"plain", "a,b", "x;y", "say \"hi\"", "two words", "\u00b0 caf\u00e9", "<b>{[&]}#_", "back\\slash"})
        public String text;
        @Param({"1", "1000000"})
        public int zeroth;
    }

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Rates {
        public long hits;
    }

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Events {
        public long misses;
    }

    @Benchmark
    public int awkward(Awkward input) {
        return input.text.hashCode() * input.zeroth;
    }

    @Benchmark
    public Object counted(Rates rates, Events events) {
        rates.hits += 2;
        events.misses++;
        return new int[4];
    }

    @Benchmark
    @OutputTimeUnit(TimeUnit.SECONDS)
    public Object tiny() {
        return this;
    }

    public static void main(String[] args) throws Exception {
        String[] options = java.util.Arrays.copyOfRange(args, 2, args.length);
        Collection<RunResult> results = new Runner(new CommandLineOptions(options)).run();
        for (ResultFormatType type : ResultFormatType.values()) {
            Path file = Path.of(args[0], args[1] + "." + type.toString().toLowerCase());
            try {
                ResultFormatFactory.getInstance(type, file.toString()).writeOut(results);
            } catch (NullPointerException e) { // LaTeX, where one benchmark has a param that another has not
                file.toFile().delete();
            }
        }
    }
}
