package p;

public class Lines {
	@Benchmark
	@Warmup(iterations = 3,
	        time = 10, // ten
	        timeUnit = TimeUnit.MILLISECONDS)
	public int one() { return 1; }
}