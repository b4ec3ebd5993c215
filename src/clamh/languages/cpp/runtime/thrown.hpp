// What a wrapper includes after the user's text: only there is it known whether something may throw a std::string,
// and nobody who does not use that class pays for its header.
#pragma once

#include "text.hpp"

namespace clamh {

// When the exception that is being handled is a std::string: its bytes.
bool thrown_string(Text &text);

#ifdef CLAMH  // in the wrapper
#if defined(__cpp_exceptions) && (defined(_GLIBCXX_STRING) || defined(_LIBCPP_STRING))
bool thrown_string(Text &text) {
    try {
        throw;
    } catch (const std::string &thrown) {
        text.add(thrown.data(), thrown.size());
        return true;
    } catch (...) {
        return false;
    }
}
#else
bool thrown_string(Text &) { return false; }
#endif
#endif

}  // namespace clamh
