// Threads are dealt to groups and their members as JMH deals them: group after group, in each its members in their order.

// What ThreadParams says of each of `threads`; `members` are the threads that each member of one group has. Outside of groups
// each thread is a group of its own, of one member with one thread.
function deal(threads, members) {
  const inGroup = members.reduce((sum, one) => sum + one, 0);
  const found = [];
  for (let thread = 0; thread < threads; thread += 1) {
    const groupThread = thread % inGroup;
    let subgroup = 0;
    let subgroupThread = groupThread;
    while (subgroupThread >= members[subgroup]) {
      subgroupThread -= members[subgroup];
      subgroup += 1;
    }
    found.push({
      thread, threads, group: Math.floor(thread / inGroup), groups: threads / inGroup, subgroup, subgroups: members.length,
      groupThread, groupThreads: inGroup, subgroupThread, subgroupThreads: members[subgroup],
    });
  }
  return found;
}

module.exports = { deal };
