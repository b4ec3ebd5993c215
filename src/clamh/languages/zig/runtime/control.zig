//! Control: whether the measurement has begun and whether it is over, as JMH's.

/// New in every iteration; each thread has one. Reading a flag costs what reading a bool costs.
pub const Control = extern struct {
    started: u8 = 0,
    stopped: u8 = 0,

    pub inline fn startMeasurement(control: *const Control) bool {
        return @atomicLoad(u8, &control.started, .acquire) != 0;
    }

    pub inline fn stopMeasurement(control: *const Control) bool {
        return @atomicLoad(u8, &control.stopped, .acquire) != 0;
    }
};
