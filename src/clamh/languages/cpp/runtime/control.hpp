// Control: whether the measurement has begun and whether it is over, as JMH's. C++11.
#pragma once

namespace harness_utils {

// New in every iteration.
class Control {
public:
    volatile bool startMeasurement = false;
    volatile bool stopMeasurement = false;
};

}  // namespace harness_utils
