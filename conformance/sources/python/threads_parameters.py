# What does ThreadParams say in each of several threads, and has each thread counters of its own?
from transcript import line

#@@State(Scope.Thread)
#@@AuxCounters(AuxCounters.Type.EVENTS)
class Till:
    coins = 0

#@@Benchmark
def sell(till, threadParams, benchmarkParams):
    def of(what):
        return f"{getattr(threadParams, f'get{what}Index')()}/{getattr(threadParams, f'get{what}Count')()}"

    till.coins += 10 + threadParams.getThreadIndex()
    line(f"call thread {of('Thread')} of {benchmarkParams.getThreads()} group {of('Group')} subgroup {of('Subgroup')} "
         f"in group {of('GroupThread')} in subgroup {of('SubgroupThread')}", threadParams.getThreadIndex())
