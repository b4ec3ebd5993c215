/* a comment */ package org . example.deep ;

import org.openjdk.jmh.annotations.Benchmark;

public class Packages {
    @Benchmark public int one() { return 1; }
}
