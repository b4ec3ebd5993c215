// What a wrapper includes: Blackhole, and the templates that register benchmarks, states, params and fixtures.
//
// THE REGISTRATION API, for whoever generates wrappers. A wrapper is one translation unit:
//
//   #define CLAMH 1
//   #define LATH 1
//   #include "clamh.hpp"
//   using harness_utils::Blackhole;        // only when the source says `Blackhole` unqualified and declares none itself
//   #define main clamh_user_main           // only when the source has a main; #undef after the copy
//   #line 1 "factorial.cpp"
//   …the user's text, annotations blanked, `#define CLAMH_HAS_<n>` before annotated declaration <n>…
//
// and then, at global scope, one entry per declaration, in any order:
//
//   #ifdef CLAMH_HAS_3
//   namespace clamh_gen { struct b3 { …what to say, see below… }; }
//   #line 31 "factorial.cpp"               // so that a refused belief is an error at the user's own line
//   template struct clamh::bench<clamh_gen::b3, clamh::pick<1>(&::n::Bench::f), ::n::Bench, clamh::takes<::n::State>>;
//   #endif
//
// It is an *explicit instantiation* because access checks do not apply to those: private members register as well.
// Nothing outside its angle brackets may name a private thing, so a tag never names the user's types.
//
//   template struct clamh::bench<Tag, FUNCTION, Class, clamh::takes<T...>>;
//   template struct clamh::fixture<Tag, FUNCTION, Class, clamh::takes<T...>>;
//       FUNCTION  clamh::pick<N>(&::path::f)          N parameters, all of them lvalue references; chooses among
//                                                      overloads by their number; also `&::path::f<T>`
//                 clamh::as<P...>(&::path::f)          same number, other types: the parameter types in full, such as
//                                                      `::State &, const ::harness_utils::Blackhole &`
//                 clamh::as_const<P...>(&::path::f)    the const one of two non-static methods
//                 &::n::clamh_w::w3                    a forwarder (default arguments, by-value or pointer parameters,
//                                                      &&-qualified): in the namespace of the function, re-opened,
//                     namespace clamh_w { inline decltype(auto) w3(Bench &o, State &s) { return o.f(s); } }
//                     then Class is void and the object is an ordinary first parameter
//       Class     the class whose method it is, static or not, as the source names it (an inherited method: the class
//                 that is meant, not its base); `void` for a free function
//       takes<T…> the forecast: the types of the parameters in order, without const and &; a wrong one is a
//                 static_assert. Leave the whole argument out when the types cannot be spelled.
//   template struct clamh::state<Tag, ::State>;
//   template struct clamh::param<Tag, &::State::field, ::State>;   static or not, private or not; the class that has it
//   template struct clamh::source<Tag>;                            one per user file in the artifact
//
//   template struct clamh::counter<Tag, MEMBER, ::State>;          of a state with AuxCounters: `&::State::field`, static or
//                                                                  not, or clamh::pick<0>(&::State::method)
//   template struct clamh::check<Tag, METHOD, ::State>;            of a state: clamh::pick<0>(&::State::method), static or not
//
// Every parameter must be a state (some clamh::state is instantiated for exactly that class) or one of the classes of
// injected.hpp (harness_utils::Blackhole and the like).
// The object of a non-static method is made by the harness too: the state of that class if it is one, else an object
// of its own per case, which then counts as a state that has no params and is not in the catalog.
//
// A TAG is a struct of static functions; texts are UTF-8, C-escaped. All may be constexpr. `index` orders the catalog.
//   bench    const char *name(), *path(), *settings(), *baseline(), *forecast(); int index(), line()
//            settings: JSON object of the model's Settings, only what was said, such as {"modes":["avgt"]}
//            baseline: "", "reference" or "bound"
//            forecast: JSON object of what only the sources say, such as {"key":"sort"}; in a state's tag too
//   state    const char *name(), *scope(), *forecast(); int index()   scope: "Benchmark" or "Thread"
//   param    const char *name(); int index(), line(); const char *const *values(), *const *column()
//            column: its values row by row, where ParamRows gives them, else null
//            values ends with nullptr:  { static const char *const all[] = {"25", "30", nullptr}; return all; }
//            an enum's tag has besides
//              template <class T> static const clamh::Constant *constants() {
//                  static const clamh::Constant all[] = {{"RED", (long long)T::RED}, {nullptr, 0}}; return all; }
//            (T is the enum: that is how private ones are reached; works for scoped and unscoped enums)
//   fixture  const char *name(), *kind(), *level(); int index()    "Setup" or "Teardown"; "Trial", "Iteration"
//            const char *const *only()                           or "Invocation"; the benchmarks that it is limited to,
//                                                                ended by nullptr, or null
//   counter  const char *name(); int index()                    a check's too
//   source   const char *path(), *sha256()
//
// Which fixtures run, and in which order: README.md.
//
// C++17, no name outside `clamh` and `harness_utils` (macros: CLAMH_…), and no header that costs compile time.
//
// Where the user's text says `#include "clamh.hpp"` it comes here a second time, and gets what clamh.h has under CLAMH.
#ifdef CLAMH_REGISTRATION
#include "threads_max.hpp"
#else
#define CLAMH_REGISTRATION

#include "blackhole.hpp"
#include "check.hpp"
#include "floor.hpp"
#include "loop.hpp"
#include "state.hpp"

#endif
