// Control: whether the measurement has begun and whether it is over, as JMH's. C++11.
#pragma once

namespace harness_utils {

// A bool that other threads set: to be read as one, at the cost of reading a volatile bool.
class Flag {
public:
    Flag() : value(false) {}
    Flag(const Flag &other) : value(other) {}
    Flag &operator=(const Flag &other) { return *this = static_cast<bool>(other); }
    operator bool() const { return __atomic_load_n(&value, __ATOMIC_ACQUIRE); }
    Flag &operator=(bool now) {
        __atomic_store_n(&value, now, __ATOMIC_RELEASE);
        return *this;
    }

private:
    volatile bool value;
};

// New in every iteration; each thread has one.
class Control {
public:
    Flag startMeasurement, stopMeasurement;
};

}  // namespace harness_utils
