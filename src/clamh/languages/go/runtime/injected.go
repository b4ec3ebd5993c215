// What the injected objects hold, from the case that they belong to.
package clamh

func (open *benchmarkCase) phase(warmup bool) IterationParams {
	if warmup {
		return IterationParams{"WARMUP", int(open.plan.warmupIterations), int(open.warmupBatch), open.plan.warmupNs}
	}
	return IterationParams{"MEASUREMENT", int(open.plan.measurementIterations), int(open.batch), open.plan.measurementNs}
}

func (own *thread) beginTrial() {
	open := own.open
	seed := open.seed ^ mixed(uint64(own.dealt.thread))
	own.gaps.seed(seed)
	if random := taken[Random](own, TakesRandom); random != nil {
		random.seed(seed)
	}
	if memory := taken[Memory](own, TakesMemory); memory != nil {
		*memory = *NewMemory(layoutOfThread(open.layoutSeed, own.dealt.thread))
	}
	if params := taken[ThreadParams](own, TakesThreadParams); params != nil {
		params.dealt = own.dealt
	}
	if params := taken[BenchmarkParams](own, TakesBenchmarkParams); params != nil {
		*params = BenchmarkParams{benchmark: open.benchmark.Name, mode: open.mode, timeUnit: open.plan.timeUnit, identity: open.identity,
			threads: own.dealt.threads, forks: int(open.plan.forks), warmupForks: int(open.plan.warmupForks),
			warmup: open.phase(true), measurement: open.phase(false), operations: open.opi, timeoutNs: open.plan.timeoutNs,
			seed: open.seed, keys: open.keys, fullNames: open.fullNames, values: open.texts}
	}
	own.tellPhase()
}

func (own *thread) beginIteration() {
	if control := own.control(); control != nil {
		control.renew()
	}
	own.tellPhase()
}

func (own *thread) tellPhase() {
	if params := taken[IterationParams](own, TakesIterationParams); params != nil {
		*params = own.open.phase(own.open.warmup)
	}
}
