// Registered classes, states, params and source files: plain records, filled before main by what a wrapper instantiates.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

#include "injected.hpp"
#include "param.hpp"

namespace clamh {

// A class of which the harness makes objects; one record per type. `name` is null until the type is known as a state.
struct Class {
    const char *name;
    const char *scope;
    const char *forecast;  // what only the sources say, as JSON
    int index;
    std::size_t size, alignment;
    void (*construct)(void *place);  // null: it cannot be default-constructed
    void (*destroy)(void *object);
    bool injected;  // Blackhole and its like, see injected.hpp
};

template <class T>
void construct_at(void *place) {
    ::new (place) T();
}

template <class T>
void destroy_at(void *object) {
    static_cast<T *>(object)->~T();
}

template <class T>
constexpr Class unnamed_class() {
    if constexpr (std::is_default_constructible_v<T> && std::is_destructible_v<T>) {
        return {nullptr, "", "{}", -1, sizeof(T), alignof(T), &construct_at<T>, &destroy_at<T>, injected<T>};
    } else {
        return {nullptr, "", "{}", -1, sizeof(T), alignof(T), nullptr, nullptr, injected<T>};
    }
}

template <class T>
inline Class class_of = unnamed_class<T>();

template <class Tag, class T>
struct state {
    static_assert(!std::is_abstract_v<T>, "CLAMH: a state's class is abstract, so that no object of it can be made");
    static_assert(std::is_default_constructible_v<T>,
                  "CLAMH: a state needs a public constructor that takes no arguments");
    static_assert(std::is_destructible_v<T>, "CLAMH: a state needs a public destructor");
    static const bool registered;
};

template <class Tag, class T>
const bool state<Tag, T>::registered = [] {
    class_of<T>.name = Tag::name();
    class_of<T>.scope = Tag::scope();
    class_of<T>.forecast = Tag::forecast();
    class_of<T>.index = Tag::index();
    return true;
}();

struct Param {
    const char *name;
    int index, line;
    const char *const *values;
    const char *const *column;  // its values in the rows of its state's ParamRows; null: it has values of its own
    Class *owner;
    bool shared;  // static: one for all objects
    ParamType type;
    // `text` ends with a zero byte and lives as long as the case; false: not a value of this type. A null object only asks.
    bool (*assign)(void *object, const char *text, std::size_t size);
    Param *next;
};
inline Param *params = nullptr;

template <class Tag, auto Field, class Self, class Pointer = decltype(Field)>
struct field;

template <class Tag, auto Field, class Self, class V>
struct field<Tag, Field, Self, V *> {
    using Value = V;
    static constexpr bool shared = true;
    static V &of(void *) { return *Field; }
};

template <class Tag, auto Field, class Self, class V, class C>
struct field<Tag, Field, Self, V C::*> {
    using Value = V;
    static constexpr bool shared = false;
    static V &of(void *object) { return static_cast<Self *>(object)->*Field; }
};

template <class Tag, auto Field, class Self>
struct param {
    using Access = field<Tag, Field, Self>;
    using Value = typename Access::Value;
    using Plain = std::remove_cv_t<Value>;
    static_assert(!std::is_const_v<Value>, "CLAMH: a param is const; delete `const` (or `constexpr`) so that it can be set");
    static_assert(!std::is_function_v<Value> && !std::is_array_v<Value>, "CLAMH: a param must be one value");
    static_assert(convertible<Plain>, "CLAMH: a param's type must be a number, bool, character, enum or string");
    static_assert(!std::is_volatile_v<Value> || std::is_scalar_v<Plain>, "CLAMH: a string param cannot be volatile");

    static bool assign(void *object, const char *text, std::size_t size) {
        Plain value{};
        if (!convert<Tag>(value, text, size)) return false;
        if (object != nullptr) Access::of(object) = static_cast<Plain &&>(value);
        return true;
    }

    static Param record;
    static const bool registered;
};

template <class Tag, auto Field, class Self>
Param param<Tag, Field, Self>::record = {Tag::name(),          Tag::index(),
                                         Tag::line(),          Tag::values(),
                                         Tag::column(),
                                         &class_of<Self>,      param::Access::shared,
                                         param_type<Tag, typename param::Plain>(), &param::assign,
                                         nullptr};

template <class Tag, auto Field, class Self>
const bool param<Tag, Field, Self>::registered = [] {
    record.next = params;
    params = &record;
    return true;
}();

// A field or method of a state with AuxCounters.
struct Counter {
    const char *name;
    int index;
    Class *owner;
    void (*put)(void *object, double value);  // null: a method, which is not reset
    double (*read)(void *object);
    Counter *next;
};
inline Counter *counters = nullptr;

template <class Tag, auto Member, class Self>
struct counter {
    using Type = decltype(Member);
    static constexpr bool bound = std::is_member_pointer_v<Type>;
    static constexpr bool method = bound ? std::is_member_function_pointer_v<Type> : std::is_function_v<std::remove_pointer_t<Type>>;

    CLAMH_INLINE static decltype(auto) get(Self *self) {
        static_cast<void>(self);
        if constexpr (bound && method) {
            return (self->*Member)();
        } else if constexpr (method) {
            return Member();
        } else {
            return (field<Tag, Member, Self>::of(self));
        }
    }
    static void put(void *object, double value) {
        if constexpr (!method) {
            auto &field = get(static_cast<Self *>(object));
            field = static_cast<std::remove_cv_t<std::remove_reference_t<decltype(field)>>>(value);
        }
    }
    static double read(void *object) {
        using Value = std::remove_cv_t<std::remove_reference_t<decltype(get(static_cast<Self *>(object)))>>;
        static_assert(std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>,
                      "CLAMH: a counter must be a field that is a number, or a method that returns one");
        return static_cast<double>(get(static_cast<Self *>(object)));
    }

    static Counter record;
    static const bool registered;
};

template <class Tag, auto Member, class Self>
Counter counter<Tag, Member, Self>::record = {
    Tag::name(), Tag::index(), &class_of<Self>, counter::method ? nullptr : &counter::put, &counter::read, nullptr};

template <class Tag, auto Member, class Self>
const bool counter<Tag, Member, Self>::registered = [] {
    record.next = counters;
    counters = &record;
    return true;
}();

struct Source {
    const char *path, *sha256;
    Source *next;
};
inline Source *sources = nullptr;

template <class Tag>
struct source {
    static Source record;
    static const bool registered;
};

template <class Tag>
Source source<Tag>::record = {Tag::path(), Tag::sha256(), nullptr};

template <class Tag>
const bool source<Tag>::registered = [] {
    record.next = sources;
    sources = &record;
    return true;
}();

}  // namespace clamh
