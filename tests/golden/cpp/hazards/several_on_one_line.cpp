@State(Scope.Benchmark) struct A { int x = 1; }; @State(Scope.Benchmark) struct B { int y = 2; };
@Benchmark int f(const A &a) { return a.x; } @Benchmark int g(const B &b) { return b.y; }
