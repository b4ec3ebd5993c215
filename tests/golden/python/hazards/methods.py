class Outer:
    #@@Benchmark
    def plain(self): return 1
    #@@Benchmark
    @staticmethod
    def static(): return 1
    #@@Benchmark
    @classmethod
    def of_class(cls): return 1
    #@@Benchmark
    async def awaited(self): return 1
    class Inner:
        #@@Benchmark
        def nested(self): return 1
    #@@Benchmark
    @staticmethod
    async def both(): return 1
