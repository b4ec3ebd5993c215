//@@State(Scope.Thread)
struct	Input	{
	//@@Param("1")
	int	n;
};
	//@@Benchmark
	int	sum(struct	Input	*	input)	{ return input->n; }
