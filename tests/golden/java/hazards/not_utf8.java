package p;

// grüße
public class Latin {
    String s = "grüße"; @Benchmark public int one() { return 1; }
}
