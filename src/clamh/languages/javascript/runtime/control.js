// Control: whether the measurement has begun and whether it is over, as JMH's. New in every iteration.

const { load, store } = Atomics; // before user code can replace them

class Control {
  constructor() {
    this.startMeasurement = false;
    this.stopMeasurement = false;
  }
}

// The same of several threads: flags that all of them see change, also in a loop that does nothing but look.
class SharedControl {
  constructor(memory, at, apart) {
    this.flags = new Int32Array(memory, 4 * at);
    this.apart = apart;
  }

  get startMeasurement() { return load(this.flags, 0) !== 0; }
  set startMeasurement(now) { store(this.flags, 0, Number(now)); }
  get stopMeasurement() { return load(this.flags, this.apart) !== 0; }
  set stopMeasurement(now) { store(this.flags, this.apart, Number(now)); }
}

module.exports = { Control, SharedControl };
