// Which thread runs what: threads are dealt to groups and members as JMH deals them (protocol/README.md, Threads).
#pragma once

#include "list.hpp"

namespace clamh {

// Of one thread. Without groups each is a group of its own, with one member.
struct Dealt {
    int thread = 0, threads = 1, group = 0, groups = 1, member = 0, members = 1;
    int group_thread = 0, group_threads = 1, member_thread = 0, member_threads = 1;
};

// `shares`: how many threads of one group run each member; their sum is above 0 and divides `threads`.
inline List<Dealt> deal(int threads, const List<int> &shares) {
    int each = 0;
    for (const int share : shares) each += share;
    List<Dealt> dealt;
    for (int at = 0; at < threads; ++at) {
        Dealt one;
        one.thread = at, one.threads = threads;
        one.group = at / each, one.groups = threads / each;
        one.group_thread = one.member_thread = at % each, one.group_threads = each;
        one.members = static_cast<int>(shares.size());
        while (one.member_thread >= shares[static_cast<std::size_t>(one.member)]) {
            one.member_thread -= shares[static_cast<std::size_t>(one.member)];
            ++one.member;
        }
        one.member_threads = shares[static_cast<std::size_t>(one.member)];
        dealt.push(one);
    }
    return dealt;
}

}  // namespace clamh
