// What a wrapper includes: Blackhole, and the templates that register benchmarks, states, params and fixtures.
//
// A wrapper (templates/wrapper.cpp.j2) *explicitly instantiates* one of these templates per declaration, since access checks do not apply
// to that: private members register as well. Nothing outside the angle brackets may name a private thing, so a tag never names the
// user's types. A tag is a struct of static functions: what the record of clamh_abi.h holds.
//
//   template struct clamh::bench<Tag, FUNCTION, Class, clamh::takes<T...>>;      and clamh::fixture
//       FUNCTION  clamh::pick<N>(&::path::f)    N parameters, all of them lvalue references; also `&::path::f<T>`
//                 clamh::as<P...>(&::path::f)   the one with these parameter types, such as `const ::harness_utils::Blackhole &`
//                 clamh::as_const<P...>(…)      the const one of two non-static methods
//                 &::n::clamh_w::b3             a forwarder (default arguments, variadic parameters, &&-qualified): Class is
//                                               void, and the object an ordinary first parameter
//       Class     the class whose method it is, static or not (an inherited method: the class that is meant, not its base);
//                 `void` for a free function
//       takes<T…> the forecast: the types of the parameters, without const and &; left out if they cannot be spelled
//
// C++17, no name outside `clamh` and `harness_utils` (and clamh_abi.h), and no header that costs compile time.
//
// If the user's text has `#include "clamh.hpp"`, it comes here a second time, and gets what clamh.h has under CLAMH.
#ifdef CLAMH_REGISTRATION
#include "threads_max.hpp"
#else
#define CLAMH_REGISTRATION

#include "letters.hpp"

#include "blackhole.hpp"
#include "floor.hpp"
#include "loop.hpp"
#include "state.hpp"

#include "letters_end.hpp"

#endif
