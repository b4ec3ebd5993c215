// What a C++ artifact has beside the core and the wrapper: it is compiled once for a compiler and its flags.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>

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

#define CLAMH_TEXT_OF(NUMBER) #NUMBER
#define CLAMH_TEXT(NUMBER) CLAMH_TEXT_OF(NUMBER)

namespace clamh {

// Two functions of the C++ ABI: <cxxabi.h> would add `abi` to the names of a standalone source.
const std::type_info *thrown_type() __asm__(CLAMH_TEXT(__USER_LABEL_PREFIX__) "__cxa_current_exception_type");
char *readable(const char *name, char *room, std::size_t *size, int *status) __asm__(CLAMH_TEXT(__USER_LABEL_PREFIX__) "__cxa_demangle");

static void throw_type() {
    const std::type_info *const type = std::current_exception() ? thrown_type() : nullptr;  // null for an exception of another language
    char *const name = type == nullptr ? nullptr : readable(type->name(), nullptr, nullptr, nullptr);
    char text[512];
    std::snprintf(text, sizeof text, "an exception of type %s, without a text", name != nullptr ? name : "unknown");
    clamh_throw(text, std::strlen(text));
    std::free(name);
}

int guard(void (*does)(void *), void *with) {
    const auto throw_text = [](const char *text) {
        if (text == nullptr || *text == 0 || std::strcmp(text, "std::exception") == 0) return throw_type();  // the last: what() is inherited
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
        if (!throw_string()) throw_type();
    }
    return 1;
}

void refuse_value() { throw "CLAMH: this value is none of the field's type"; }

}  // namespace clamh

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
