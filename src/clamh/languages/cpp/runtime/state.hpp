// Registered classes, params, counters and checks: records of clamh_abi.h, filled before main by what a wrapper instantiates.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

#include "guard.hpp"
#include "injected.hpp"
#include "opening.hpp"

namespace clamh {

inline constexpr std::uint32_t unnumbered = ~std::uint32_t(0);

template <class T>
int construct(void *place) {
    return guarded([=] { ::new (place) T(); });
}

template <class T>
void destroy(void *object) {
    guarded([=] { static_cast<T *>(object)->~T(); });
}

// A class of which the core makes objects; one record per type. It is numbered where it is registered.
template <class T>
constexpr clamh_class describe_class() {
    if constexpr (std::is_default_constructible_v<T> && std::is_destructible_v<T>) {
        return {unnumbered, nullptr, CLAMH_THREAD, injected<T>, sizeof(T), alignof(T), &construct<T>, &destroy<T>, nullptr};
    } else {
        return {unnumbered, nullptr, CLAMH_THREAD, injected<T>, sizeof(T), alignof(T), nullptr, nullptr, nullptr};
    }
}

template <class T>
inline clamh_class class_of = describe_class<T>();

// Registers a class that no number before has named.
inline bool add_class(clamh_class &type, std::uint32_t number) {
    if (type.number != unnumbered) return false;
    type.number = number;
    clamh_register_class(&type);
    return true;
}

template <class Tag, class T>
struct state {
    static_assert(!std::is_abstract_v<T>, "CLAMH: a state's class is abstract, so that no object of it can be made");
    static_assert(std::is_default_constructible_v<T>,
                  "CLAMH: a state needs a public constructor that takes no arguments");
    static_assert(std::is_destructible_v<T>, "CLAMH: a state needs a public destructor");
    static inline const bool registered = [] {
        class_of<T>.name = Tag::name();
        class_of<T>.scope = Tag::scope();
        return add_class(class_of<T>, Tag::number());
    }();
};

// What a member of a class gives: a field, static or not, also one that it inherits, or what a method without arguments returns.
template <auto Member, class Self>
struct member_of {
    using Type = decltype(Member);
    static constexpr bool bound = std::is_member_pointer_v<Type>;
    static constexpr bool method = bound ? std::is_member_function_pointer_v<Type> : std::is_function_v<std::remove_pointer_t<Type>>;

    CLAMH_INLINE static decltype(auto) get(void *object) {
        static_cast<void>(object);
        if constexpr (bound && method) {
            return (static_cast<Self *>(object)->*Member)();
        } else if constexpr (bound) {
            return (static_cast<Self *>(object)->*Member);
        } else if constexpr (method) {
            return Member();
        } else {
            return (*Member);
        }
    }
};

template <class Tag, auto Field, class Self>
struct param : member_of<Field, Self> {
    using Value = std::remove_reference_t<decltype(param::get(nullptr))>;
    using Plain = std::remove_cv_t<Value>;
    static_assert(!std::is_const_v<Value>, "CLAMH: a param is const; delete `const` (or `constexpr`) so that it can be set");
    static_assert(!param::method && !std::is_array_v<Value>, "CLAMH: a param must be one value");
    static_assert(convertible<Plain>, "CLAMH: a param's type must be a number, bool, character, enum or string");
    static_assert(!std::is_enum_v<Plain> || has_constants<Tag, Plain>, "CLAMH: the constants of this enum are not known: "
                  "include its header by a path relative to the source, or make the param an integer");
    static_assert(!std::is_volatile_v<Value> || std::is_scalar_v<Plain>, "CLAMH: a string param cannot be volatile");

    static int assign(void *object, const char *text, std::size_t size) {
        return guarded([=] { param::get(object) = convert<Tag, Plain>(text, size); });
    }

    static inline clamh_param record = {Tag::number(), Tag::name(), &class_of<Self>, !param::bound, type_name<Plain>(),
                                        least<Plain>(), largest<Plain>(), &assign, nullptr};
    static inline const bool registered = (clamh_register_param(&record), true);
};

template <class Tag, auto Member, class Self>
struct counter : member_of<Member, Self> {
    static void put(void *object, double value) {
        if constexpr (!counter::method) {
            counter::get(object) = static_cast<Bare<decltype(counter::get(object))>>(value);
        }
    }
    static int read(void *object, double *value) {
        using Value = Bare<decltype(counter::get(object))>;
        static_assert(std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>,
                      "CLAMH: a counter must be a field that is a number, or a method that returns one");
        return guarded([=] { *value = static_cast<double>(counter::get(object)); });
    }

    static inline clamh_counter record = {Tag::number(), Tag::name(), &class_of<Self>, counter::method ? nullptr : &put, &read, nullptr};
    static inline const bool registered = (clamh_register_counter(&record), true);
};

// A method whose value is compared between implementations: asked by `invoke`, never while measuring.
template <class Tag, auto Method, class Self>
struct check : member_of<Method, Self> {
    static int read(void *object, Text *text) {
        using Returned = decltype(check::get(object));
        static_assert(!std::is_void_v<Returned>, "CLAMH: a Check must return what is to be compared");
        if constexpr (!std::is_void_v<Returned>) return guarded([=] { canonical(*text, check::get(object)); });
    }

    static inline clamh_check record = {Tag::number(), Tag::name(), &class_of<Self>, &read, nullptr};
    static inline const bool registered = (clamh_register_check(&record), true);
};

}  // namespace clamh
