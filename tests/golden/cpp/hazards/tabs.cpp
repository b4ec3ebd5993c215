	//@@State(Scope.Benchmark)
	struct	Data	{
		//@@Param({"1"})
		int	value;
	};
	@Benchmark	int	uses(const	Data	&data)	{	return	data.value;	}
