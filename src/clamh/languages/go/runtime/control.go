// Control: whether the measurement has begun and whether it is over, as JMH's.
package clamh

import "sync/atomic"

// Control is new in every iteration; each thread has one. Others set it: it is read as an atomic, at the cost of
// reading a field.
type Control struct {
	started, stopped atomic.Bool
}

// StartMeasurement says whether the measurement has begun.
func (control *Control) StartMeasurement() bool { return control.started.Load() }

// StopMeasurement says whether the measurement is over.
func (control *Control) StopMeasurement() bool { return control.stopped.Load() }

func (control *Control) renew() {
	control.started.Store(false)
	control.stopped.Store(false)
}
