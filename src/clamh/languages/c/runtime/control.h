/* Control: whether the measurement has begun and whether it is over, as JMH's. New in every iteration; each thread has one. */
#ifndef CLAMH_C_CONTROL_H
#define CLAMH_C_CONTROL_H

typedef struct clamh_control clamh_control;

static inline _Bool clamh_control_start_measurement(const clamh_control *control) {
    return __atomic_load_n(&control->start_measurement, __ATOMIC_ACQUIRE) != 0;
}
static inline _Bool clamh_control_stop_measurement(const clamh_control *control) {
    return __atomic_load_n(&control->stop_measurement, __ATOMIC_ACQUIRE) != 0;
}

#endif
