// Operations: how many operations an invocation did, said by the benchmark itself.
package clamh

// Operations is one object per case and thread.
type Operations struct{ total int64 }

// Add says that this invocation did so many operations more.
func (operations *Operations) Add(count int64) { operations.total += count }
