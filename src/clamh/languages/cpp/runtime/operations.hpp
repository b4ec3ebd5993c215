// Operations: how many operations an invocation did, said by the benchmark itself. C++11.
#pragma once

namespace clamh {
struct Injected;
}

namespace harness_utils {

class Operations {
public:
    void add(long long operations) { total += operations; }

private:
    friend struct clamh::Injected;
    long long total = 0;
};

}  // namespace harness_utils
