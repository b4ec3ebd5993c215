// Scope.Benchmark is one object for all threads, Scope.Thread one for each. On one thread they are alike; that both are
// behind pointers to objects which CLAMH made is what keeps the compiler from knowing their values.
package scopes

// @@State(Scope.Benchmark)
type Shared struct{ count int }

// @@State(Scope.Thread)
type Private struct{ count int }

// @@Benchmark
func incrementShared(shared *Shared) int { shared.count++; return shared.count }

// @@Benchmark
func incrementPrivate(private *Private) int { private.count++; return private.count }
