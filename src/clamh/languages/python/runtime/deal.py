"""How threads are dealt to groups and to the functions of a group, as JMH deals them (protocol/README.md, Threads)."""


def deal_threads(threads, groups, group):
    """The ten numbers of ThreadParams of each thread; `groups` is how many threads of one group run each function."""
    if not group:
        return [(number, threads, number, threads, 0, 1, 0, 1, 0, 1) for number in range(threads)]
    functions = [(function, thread, count) for function, count in enumerate(groups) for thread in range(count)]
    size = len(functions)
    return [(number, threads, number // size, threads // size, functions[number % size][0], len(groups), number % size,
             size, *functions[number % size][1:]) for number in range(threads)]
