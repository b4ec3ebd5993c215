// The measured loop, one stub per benchmark, and the registration of benchmarks and fixtures around it.
//
// The stub is never inlined and takes its objects at run time; the benchmark is inlined into it. Per invocation: the
// call, the sink of what it returned, and one full fence. The fence makes the compiler assume that every field whose
// address is known, static ones included, has changed; laundering the pointers once makes all of them known.
#pragma once

#include <type_traits>
#include <utility>

#include "blackhole.hpp"
#include "pick.hpp"
#include "state.hpp"

namespace clamh {

template <class... T>
struct takes {};

template <class T>
CLAMH_INLINE void launder(T *&pointer) {
    asm volatile("" : "+r"(pointer));
}

template <class T>
CLAMH_INLINE void sink_returned(T &&value) {
    sink(value);
}

// T: what the stub's objects are, without const and &; the object of a method first. Places: 0, 1 and so on, one for each.
template <class Tag, auto F, class R, class Places, class... T>  // Tag: language.toml finds the stub of a benchmark by it
struct Stub;
template <class Tag, auto F, class R, std::size_t... At, class... T>
struct Stub<Tag, F, R, std::index_sequence<At...>, T...> {
    using Returned = R;

    template <class Object, class... Rest>
    CLAMH_INLINE static decltype(auto) call(Object *object, Rest *...rest) {
        if constexpr (std::is_member_function_pointer_v<decltype(F)>) {
            return (object->*F)(*rest...);
        } else {
            return F(*object, *rest...);
        }
    }
    CLAMH_INLINE static decltype(auto) call() { return F(); }

    CLAMH_INLINE static void loop(unsigned long invocations, T *...objects) {
        (launder(objects), ...);
        fence();
        for (; invocations > 0; --invocations) {
            if constexpr (std::is_void_v<R>) {
                call(objects...);
            } else {
                sink_returned(call(objects...));
            }
            fence();
        }
    }

    static void write(Text *text, T *...objects) {
        if constexpr (std::is_void_v<R>) {
            static_cast<void>(text);
            call(objects...);
        } else {
            auto &&value = call(objects...);
            canonical(*text, value);
        }
    }

    CLAMH_NOINLINE __attribute__((used)) static void repeat(void *const *objects, unsigned long invocations) {
        static_cast<void>(objects);
        loop(invocations, static_cast<T *>(objects[At])...);
    }

    static int run(void *const *objects, std::uint64_t invocations) {
        return guarded([=] { repeat(objects, invocations); });
    }

    static int returned(void *const *objects, Text *text) {
        static_cast<void>(objects);
        return guarded([=] { write(text, static_cast<T *>(objects[At])...); });
    }

    static inline clamh_class *const classes[sizeof...(T) + 1] = {&class_of<T>..., nullptr};
    static constexpr int count = sizeof...(T);
};

template <class Forecast, class... T>
inline constexpr bool foreseen = std::is_same_v<Forecast, takes<Bare<T>...>>;
template <class... T>
inline constexpr bool foreseen<void, T...> = true;

// What F is: its stub, and the checks of what the parse believed of it.
template <class Tag, auto F, class Self, class Forecast, class Type = decltype(F)>
struct Deduced {
    static_assert(sizeof(Type) == 0, "CLAMH: this is no function that can be called with references to states");
};

template <class Forecast, class... P>
struct Parameters {
    static_assert(foreseen<Forecast, P...>, "CLAMH: the parameters are not of the types that CLAMH read in the source");
    static_assert((std::is_lvalue_reference_v<P> && ...),
                  "CLAMH: every parameter must be a reference: State &, const State &, Blackhole & and the like");
    static_assert((std::is_class_v<Bare<P>> && ...), "CLAMH: every parameter must be a state or a Blackhole");
};

template <class Tag, auto F, class Forecast, class R, class... P>
struct Free : Parameters<Forecast, P...>, Stub<Tag, F, R, std::index_sequence_for<P...>, Bare<P>...> {};

template <class Tag, auto F, class Object, class Forecast, class R, class... P>
struct Method : Parameters<Forecast, P...>, Stub<Tag, F, R, std::index_sequence_for<Object, P...>, Object, Bare<P>...> {
    static_assert(!std::is_abstract_v<Object>, "CLAMH: this method's class is abstract, so that no object of it can be made");
    static_assert(std::is_default_constructible_v<Object>,
                  "CLAMH: this method's class needs a public constructor that takes no arguments, or make the method static");
};

template <class Tag, auto F, class S, class Forecast, class R, class... P>
struct Deduced<Tag, F, S, Forecast, R (*)(P...)> : Free<Tag, F, Forecast, R, P...> {};
template <class Tag, auto F, class S, class Forecast, class R, class... P>
struct Deduced<Tag, F, S, Forecast, R (*)(P...) noexcept> : Free<Tag, F, Forecast, R, P...> {};
#define CLAMH_METHOD(QUALIFIERS)                                                        \
    template <class Tag, auto F, class S, class Forecast, class C, class R, class... P> \
    struct Deduced<Tag, F, S, Forecast, R (C::*)(P...) QUALIFIERS>                      \
        : Method<Tag, F, std::conditional_t<std::is_void_v<S>, C, S>, Forecast, R, P...> {};
CLAMH_METHOD()
CLAMH_METHOD(const)
CLAMH_METHOD(volatile)
CLAMH_METHOD(const volatile)
CLAMH_METHOD(&)
CLAMH_METHOD(const &)
CLAMH_METHOD(noexcept)
CLAMH_METHOD(const noexcept)
CLAMH_METHOD(volatile noexcept)
CLAMH_METHOD(const volatile noexcept)
CLAMH_METHOD(& noexcept)
CLAMH_METHOD(const & noexcept)
#undef CLAMH_METHOD

// Registers what a function takes that no registration of its own names: injected objects, and the class of its method, which is no state
// and has the number `home` (-1: there is none).
inline bool add_function(void (*registers)(clamh_function *), clamh_function &function, clamh_class *const *classes, int home) {
    for (std::size_t at = 0; at < function.count; ++at) {
        if (classes[at]->injected != CLAMH_STATE) add_class(*classes[at], 0);
    }
    if (home >= 0) add_class(*classes[0], static_cast<std::uint32_t>(home));
    registers(&function);
    return true;
}

template <class Tag, auto F, class Self = void, class Forecast = void>
struct bench : Deduced<Tag, F, Self, Forecast> {
    static inline clamh_function record = {
        Tag::number(), Tag::place(), Tag::name(), Tag::group(), bench::classes, bench::count, &bench::run, &bench::returned,
        nullptr, nullptr};
    static inline const bool registered = add_function(&clamh_register_benchmark, record, bench::classes, Tag::home());
};

template <class Tag, auto F, class Self = void, class Forecast = void>
struct fixture : Deduced<Tag, F, Self, Forecast> {
    static_assert(std::is_void_v<typename fixture::Returned>, "CLAMH: a fixture returns a value, which is not used; make it void");
    static inline clamh_function record = {
        Tag::number(), 0, Tag::name(), nullptr, fixture::classes, fixture::count, &fixture::run, nullptr, nullptr, nullptr};
    static inline const bool registered = add_function(&clamh_register_fixture, record, fixture::classes, Tag::home());
};

}  // namespace clamh
