# How are threads dealt to groups and their members, has each group a state of its own, and does each thread's result name its member?
import threading

from transcript import line

#@@State(Scope.Group)
class Shelf:
    #@@Setup(Level.Trial)
    def build(self):
        self.calls = 0
        self._lock = threading.Lock()
        line("setup Trial Shelf")

    #@@TearDown(Level.Iteration)
    def count(self):
        line(f"teardown Iteration Shelf calls={self.calls}")

    def called(self):
        with self._lock:
            self.calls += 1

#@@Benchmark
#@@Group("shelf")
#@@GroupThreads(3)
def watch(shelf, threadParams):
    say("watch", shelf, threadParams)

#@@Benchmark
#@@Group("shelf")
def take(shelf, threadParams):
    say("take", shelf, threadParams)

#@@Benchmark
#@@Group("shelf")
def put(shelf, threadParams):
    say("put", shelf, threadParams)

def say(member, shelf, threadParams):
    def of(what):
        return f"{getattr(threadParams, f'get{what}Index')()}/{getattr(threadParams, f'get{what}Count')()}"

    shelf.called()
    line(f"call {member} thread {of('Thread')} group {of('Group')} subgroup {of('Subgroup')} "
         f"in group {of('GroupThread')} in subgroup {of('SubgroupThread')}", threadParams.getThreadIndex())
