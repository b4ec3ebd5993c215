// Control: whether the measurement has begun and whether it is over, as JMH's. New in every iteration.
'use strict';

class Control {
  constructor() {
    this.startMeasurement = false;
    this.stopMeasurement = false;
  }
}

module.exports = { Control };
