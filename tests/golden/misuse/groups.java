package p;

import static p.Elsewhere.NAME;

public class Groups {
    static final String QUEUE = "queue";
    static final String SPACED = "two words";
    static final String JOINED = QUEUE + "s";
    static String changes = "queue";

    @Benchmark @Group(QUEUE) public void put() {}
    @Benchmark @Group(Groups.QUEUE) public void take() {}
    @Benchmark @Group(SPACED) public void spaced() {}
    @Benchmark @Group(JOINED) public void joined() {}
    @Benchmark @Group(QUEUE + "s") public void added() {}
    @Benchmark @Group(changes) public void changing() {}
    @Benchmark @Group(NAME) public void imported() {}
    @Benchmark @Group(Elsewhere.NAME) public void ofAnother() {}
}
