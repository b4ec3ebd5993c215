// Operations: how many operations an invocation did, as the benchmark itself counts them.
package clamh

// Operations is one object per case and thread.
type Operations struct{ total int64 }

// Add counts so many operations more for this invocation.
func (operations *Operations) Add(count int64) { operations.total += count }
