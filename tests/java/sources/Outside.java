// A project on the class path of Inside.java, with a benchmark of its own.
package outside;

import org.openjdk.jmh.annotations.Benchmark;

public class Outside {
    @Benchmark public void other() {}
}
