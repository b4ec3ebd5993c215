// Suspend: stops this thread's clock for a part of an invocation. clamh_abi.h has its layout; outside CLAMH it does nothing. C++11.
#pragma once

#include <type_traits>

#include "../../c_family/runtime/suspend.h"

namespace harness_utils {

class Suspend {
public:
    // The clock stands still while it lives: `{ auto paused = suspend.pause(); … }`, however the block is left.
    class Paused {
    public:
        explicit Paused(const Suspend &from) : suspend(&from) { clamh_stop_clock(&from.suspension); }
        Paused(Paused &&other) noexcept : suspend(other.suspend) { other.suspend = nullptr; }
        Paused(const Paused &) = delete;
        Paused &operator=(const Paused &) = delete;
        ~Paused() {
            if (suspend != nullptr) clamh_start_clock(&suspend->suspension);
        }

    private:
        const Suspend *suspend;
    };

    Suspend() = default;
    Suspend(const Suspend &) = delete;
    Suspend &operator=(const Suspend &) = delete;

    __attribute__((warn_unused_result)) Paused pause() const { return Paused(*this); }

    // Calls `work` while the clock stands still, and returns what it returns. What `work` captures by reference is computed before it, by it or
    // after it, as it is written.
    template <class F>
    auto run(F &&work) const -> typename std::enable_if<std::is_void<decltype(work())>::value>::type {
        touch(work);
        const Paused paused(*this);
        work();
    }
    template <class F>
    auto run(F &&work) const -> typename std::enable_if<!std::is_void<decltype(work())>::value, decltype(work())>::type {
        touch(work);
        const Paused paused(*this);
        decltype(work()) value = work();
        touch(value);
        return static_cast<decltype(work())>(value);
    }

private:
    // From here on all that can be reached from it lies in memory, which fences keep in order.
    template <class T>
    static void touch(T &value) {
        asm volatile("" : : "r"(&reinterpret_cast<const volatile char &>(value)) : "memory");
    }

    mutable ::clamh_suspension suspension = {0, 0, 0, 0};
};

}  // namespace harness_utils
