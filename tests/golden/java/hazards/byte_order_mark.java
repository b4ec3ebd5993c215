@State(Scope.Benchmark) public class Mark { @Benchmark public int eins() { return 1; } }
