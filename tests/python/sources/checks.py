# What test_protocol.py asks for checks.


#@@State(Scope.Thread)
class Doubtful:
    #@@Param({"raises", "says nothing", "promises"})
    does = ""

    #@@Check
    def answer(self):
        if self.does == "raises":
            raise IndexError("no answer")
        return self.later() if self.does == "promises" else None

    async def later(self):
        return 42

    #@@Teardown
    def teardown(self):
        print("teardown", flush=True)


#@@Benchmark
def ask(doubtful):
    return len(doubtful.does)
