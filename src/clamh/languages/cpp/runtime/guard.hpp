// Where user code is called: nothing that it throws passes the C of the core.
#pragma once

#include "../../../native/clamh_abi.h"

namespace clamh {

// Calls `does`; 1 if it threw, after saying what. In main.cpp, which is compiled with exceptions even where the user's code is not.
int guard(void (*does)(void *), void *with);

template <class F>
int guarded(F does) {
    return guard([](void *with) { (*static_cast<F *>(with))(); }, &does);
}

// What only the wrapper knows of the artifact; main.cpp fills in the rest.
extern const clamh_artifact generated;

// In the wrapper, see exceptions.hpp: when the exception that is being handled is a std::string, says it.
bool throw_string();

}  // namespace clamh
