#@@State(Scope.Thread)
class Sorted:
    #@@Check
    def at(self, place): return place
    #@@Check
    #@@Setup
    def prepared(self): return 1
    #@@Check(once = true)
    def good(self): return 1
    #@@Check
    @property
    def length(self): return 1
    #@@Check
    def nothing(self): pass
#@@State(Scope.Thread)
class Other:
    #@@Check
    def GOOD(self): return 2
class Plain:
    #@@Check
    def lost(self): return 3
#@@Benchmark
def sort(sorted, other): pass
#@@Check
def everywhere(): return 4
