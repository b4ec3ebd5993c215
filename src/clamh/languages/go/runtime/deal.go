// Which thread runs what: threads are dealt to groups and members as JMH deals them (protocol/README.md, Threads).
package clamh

// Of one thread. Without groups each is a group of its own, with one member.
type dealt struct {
	thread, threads, group, groups, member, members        int
	groupThread, groupThreads, memberThread, memberThreads int
}

// `shares`: how many threads of one group run each member; their sum is above 0 and divides `threads`.
func deal(threads int, shares []int) []dealt {
	each := 0
	for _, share := range shares {
		each += share
	}
	all := make([]dealt, threads)
	for at := range all {
		one := dealt{thread: at, threads: threads, group: at / each, groups: threads / each, members: len(shares),
			groupThread: at % each, groupThreads: each, memberThread: at % each}
		for one.memberThread >= shares[one.member] {
			one.memberThread -= shares[one.member]
			one.member++
		}
		one.memberThreads = shares[one.member]
		all[at] = one
	}
	return all
}
