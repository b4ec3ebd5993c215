# What does ThreadParams say of the only thread?
from transcript import line

#@@Benchmark
def sell(threadParams):
    def of(what):
        return f"{getattr(threadParams, f'get{what}Index')()}/{getattr(threadParams, f'get{what}Count')()}"

    line(f"call thread {of('Thread')} group {of('Group')} subgroup {of('Subgroup')} "
         f"in group {of('GroupThread')} in subgroup {of('SubgroupThread')}")
