// What a wrapper includes after the user's text: only there is it known whether something may throw a std::string,
// and a source that does not use that class does not pay for its header.
#pragma once

#include "guard.hpp"

#if defined(__cpp_exceptions) && (defined(_GLIBCXX_STRING) || defined(_LIBCPP_STRING))
bool clamh::throw_string() {
    try {
        throw;
    } catch (const std::string &thrown) {
        if (!thrown.empty()) clamh_throw(thrown.data(), thrown.size());
        return !thrown.empty();
    } catch (...) {
        return false;
    }
}
#else
bool clamh::throw_string() { return false; }
#endif
