#include "failure.hpp"

#include <exception>

#include "thrown.hpp"

#if !defined(__cpp_exceptions)
#error "CLAMH's worker is compiled with exceptions; compile only your own sources with -fno-exceptions"
#endif

namespace clamh {

Failure usage(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    Failure failure = {"usage", "", written_list(format, arguments)};
    va_end(arguments);
    return failure;
}

Failure raised(const char *reason, const char *where) {
    try {
        throw;
    } catch (const Failure &failure) {
        return failure;
    } catch (const std::exception &thrown) {
        return {reason, where, thrown.what()};
    } catch (const char *thrown) {
        return {reason, where, thrown};
    } catch (...) {
        Text words;
        return {reason, where, thrown_string(words) ? words : Text("an exception that is no std::exception")};
    }
}

}  // namespace clamh
