#@@State(Scope.Thread)
class Data:
	#@@Param({"1"})
	n = 0

	#@@Setup
	def fill(self):
		self.x = 1

#@@Benchmark
def one(data):
	return data.n
