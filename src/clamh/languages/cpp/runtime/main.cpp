// What a C++ artifact has beside the core and the wrapper: it is compiled once for a compiler and its flags.
#include <cstring>
#include <exception>

#include "letters.hpp"

#include "guard.hpp"
#include "opening.hpp"
#if __has_include("platform.hpp")
#include "platform.hpp"  // written by the build: which platform this is
#else
#define CLAMH_PLATFORM "cpp"
#define CLAMH_COMPILER "c++"
#define CLAMH_COMPILER_VERSION __VERSION__
#define CLAMH_FLAGS "[]"
#endif

namespace clamh {

int guard(void (*does)(void *), void *with) {
    const auto throw_text = [](const char *what) {
        const char *const text = what == nullptr ? "an exception without a text" : what;
        clamh_throw(text, std::strlen(text));
    };
    try {
        does(with);
        return 0;
    } catch (const std::exception &thrown) {
        throw_text(thrown.what());
    } catch (const char *thrown) {
        throw_text(thrown);
    } catch (...) {
        if (!throw_string()) throw_text("an exception that is no std::exception");
    }
    return 1;
}

void refuse_value() { throw "CLAMH: this value is none of the field's type"; }

}  // namespace clamh

#define CLAMH_TEXT_OF(NUMBER) #NUMBER
#define CLAMH_TEXT(NUMBER) CLAMH_TEXT_OF(NUMBER)
#if defined(__GLIBCXX__)
#define CLAMH_RUNTIME "libstdc++ " CLAMH_TEXT(__GLIBCXX__)
#elif defined(_LIBCPP_VERSION)
#define CLAMH_RUNTIME "libc++ " CLAMH_TEXT(_LIBCPP_VERSION)
#else
#define CLAMH_RUNTIME ""
#endif

int main(int count, char **arguments) {
    static clamh_artifact artifact = clamh::generated;
    artifact.language = "cpp", artifact.platform = CLAMH_PLATFORM, artifact.toolchain = CLAMH_COMPILER, artifact.version = CLAMH_COMPILER_VERSION;
    artifact.flags = CLAMH_FLAGS, artifact.runtime = CLAMH_RUNTIME;
    return clamh_main(&artifact, count, arguments);
}

#include "canonical.cpp"
#include "../../c_family/runtime/opening.c"

#include "letters_end.hpp"
