// Benchmarks that use the classes of Outside.java, which are on the class path and in no source.
package inside;

import org.openjdk.jmh.annotations.Benchmark;

public class Inside {
    @Benchmark public Object plain() { return new outside.Outside(); }
}
