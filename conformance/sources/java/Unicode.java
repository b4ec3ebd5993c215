// Do names and param values beyond ASCII reach the state and the results as they are?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

public class Unicode {
    @State(Scope.Benchmark)
    public static class Gruß {
        @Param({"ναί 😀", "\"100 %\" \\ 'x'"})
        public String wort;
    }

    @Benchmark
    public void grüßen(Gruß gruß) {
        Transcript.line("call grüßen " + gruß.wort);
    }
}
