// Methods of states whose values are compared between implementations (Check): asked by `invoke`, never while measuring.
#pragma once

#include <type_traits>

#include "canonical.hpp"
#include "state.hpp"

namespace clamh {

struct Check {
    const char *name;
    int index;
    Class *owner;
    void (*read)(void *object, Text &text);
    Check *next;
};
inline Check *checks = nullptr;

template <class Tag, auto Method, class Self>
struct check {
    static decltype(auto) call(Self *self) {
        static_cast<void>(self);
        if constexpr (std::is_member_pointer_v<decltype(Method)>) {
            return (self->*Method)();
        } else {
            return Method();
        }
    }
    static void read(void *object, Text &text) {
        using Returned = decltype(call(static_cast<Self *>(object)));
        static_assert(!std::is_void_v<Returned>, "CLAMH: a Check must return what is to be compared");
        if constexpr (!std::is_void_v<Returned>) canonical(text, call(static_cast<Self *>(object)));
    }

    static Check record;
    static const bool registered;
};

template <class Tag, auto Method, class Self>
Check check<Tag, Method, Self>::record = {Tag::name(), Tag::index(), &class_of<Self>, &check::read, nullptr};

template <class Tag, auto Method, class Self>
const bool check<Tag, Method, Self>::registered = [] {
    record.next = checks;
    checks = &record;
    return true;
}();

}  // namespace clamh
