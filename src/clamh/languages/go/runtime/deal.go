// Which thread runs what: threads are dealt to groups and functions as JMH deals them (protocol/README.md, Threads).
package clamh

// A thread's place. Without groups each thread is a group of its own, with one function. A subgroup is the threads of
// one function.
type place struct {
	thread, threads, group, groups, subgroup, subgroups        int
	groupThread, groupThreads, subgroupThread, subgroupThreads int
}

// `shares`: how many threads of one group run each function; their sum is above 0 and divides `threads`.
func deal(threads int, shares []int) []place {
	inGroup := 0
	for _, share := range shares {
		inGroup += share
	}
	places := make([]place, threads)
	for at := range places {
		dealt := place{thread: at, threads: threads, group: at / inGroup, groups: threads / inGroup, subgroups: len(shares),
			groupThread: at % inGroup, groupThreads: inGroup, subgroupThread: at % inGroup}
		for dealt.subgroupThread >= shares[dealt.subgroup] {
			dealt.subgroupThread -= shares[dealt.subgroup]
			dealt.subgroup++
		}
		dealt.subgroupThreads = shares[dealt.subgroup]
		places[at] = dealt
	}
	return places
}
