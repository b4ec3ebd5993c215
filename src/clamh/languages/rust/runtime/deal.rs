//! Which thread runs what: threads are dealt to groups and members as JMH deals them (protocol/README.md, Threads).

/// Of one thread. Without groups each is a group of its own, with one member.
#[derive(Clone, Copy, Default)]
pub struct Dealt {
    pub thread: usize,
    pub threads: usize,
    pub group: usize,
    pub groups: usize,
    pub member: usize,
    pub members: usize,
    pub group_thread: usize,
    pub group_threads: usize,
    pub member_thread: usize,
    pub member_threads: usize,
}

/// `shares`: how many threads of one group run each member; their sum is above 0 and divides `threads`.
pub fn deal(threads: usize, shares: &[usize]) -> Vec<Dealt> {
    let each: usize = shares.iter().sum();
    let one = |thread| {
        let (mut member, mut member_thread) = (0, thread % each);
        while member_thread >= shares[member] {
            member_thread -= shares[member];
            member += 1;
        }
        Dealt {
            thread, threads, group: thread / each, groups: threads / each, member, members: shares.len(),
            group_thread: thread % each, group_threads: each, member_thread, member_threads: shares[member],
        }
    };
    (0..threads).map(one).collect()
}
