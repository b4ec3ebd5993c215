// Naming one function of an overload set without writing its type: `pick` by the number of its parameters, `as` by
// their types. Each candidate that is no plain function or method of such parameters drops out of deduction.
#pragma once

namespace clamh {

template <int Parameters>
struct Picker;

#define CLAMH_COMMA ,
#define CLAMH_PICKER(COUNT, TYPES, PARAMETERS)                                            \
    template <>                                                                           \
    struct Picker<COUNT> {                                                                \
        template <class R TYPES>                                                          \
        constexpr auto operator()(R (*f) PARAMETERS) const { return f; }                  \
        template <class C, class R TYPES>                                                 \
        constexpr auto operator()(R (C::*f) PARAMETERS) const { return f; }               \
        template <class C, class R TYPES>                                                 \
        constexpr auto operator()(R (C::*f) PARAMETERS const) const { return f; }         \
        template <class C, class R TYPES>                                                 \
        constexpr auto operator()(R (C::*f) PARAMETERS volatile) const { return f; }      \
        template <class C, class R TYPES>                                                 \
        constexpr auto operator()(R (C::*f) PARAMETERS const volatile) const { return f; } \
        template <class C, class R TYPES>                                                 \
        constexpr auto operator()(R (C::*f) PARAMETERS &) const { return f; }             \
        template <class C, class R TYPES>                                                 \
        constexpr auto operator()(R (C::*f) PARAMETERS const &) const { return f; }       \
    };
#define CLAMH_TYPE(N) CLAMH_COMMA class T##N
CLAMH_PICKER(0, , ())
CLAMH_PICKER(1, CLAMH_TYPE(0), (T0 &))
CLAMH_PICKER(2, CLAMH_TYPE(0) CLAMH_TYPE(1), (T0 &, T1 &))
CLAMH_PICKER(3, CLAMH_TYPE(0) CLAMH_TYPE(1) CLAMH_TYPE(2), (T0 &, T1 &, T2 &))
CLAMH_PICKER(4, CLAMH_TYPE(0) CLAMH_TYPE(1) CLAMH_TYPE(2) CLAMH_TYPE(3), (T0 &, T1 &, T2 &, T3 &))
CLAMH_PICKER(5, CLAMH_TYPE(0) CLAMH_TYPE(1) CLAMH_TYPE(2) CLAMH_TYPE(3) CLAMH_TYPE(4), (T0 &, T1 &, T2 &, T3 &, T4 &))
CLAMH_PICKER(6, CLAMH_TYPE(0) CLAMH_TYPE(1) CLAMH_TYPE(2) CLAMH_TYPE(3) CLAMH_TYPE(4) CLAMH_TYPE(5),
             (T0 &, T1 &, T2 &, T3 &, T4 &, T5 &))
#undef CLAMH_TYPE
#undef CLAMH_PICKER
#undef CLAMH_COMMA

template <int Parameters>
inline constexpr Picker<Parameters> pick{};

template <class... P>
struct As {
    template <class R>
    constexpr auto operator()(R (*f)(P...)) const { return f; }
    template <class C, class R>
    constexpr auto operator()(R (C::*f)(P...)) const { return f; }
};

template <class... P>
struct AsConst {
    template <class C, class R>
    constexpr auto operator()(R (C::*f)(P...) const) const { return f; }
};

template <class... P>
inline constexpr As<P...> as{};
template <class... P>
inline constexpr AsConst<P...> as_const{};

}  // namespace clamh
