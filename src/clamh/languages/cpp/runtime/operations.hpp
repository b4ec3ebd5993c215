// Operations: how many operations an invocation did, which the benchmark itself counts; clamh_abi.h has its layout. C++11.
#pragma once

namespace harness_utils {

class Operations {
public:
    void add(long long operations) { total += operations; }

private:
    long long total = 0;
};

}  // namespace harness_utils
