package p;

import org.openjdk.jmh.annotations.*;

@Warmup(iterations = 3)
public abstract class Settings {}
