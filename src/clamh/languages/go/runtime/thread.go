// A measuring thread of a case: what it runs, with which objects and fixtures, and what came of it.
package clamh

import "slices"

type thread struct {
	_         [granule]byte
	open      *benchmarkCase
	dealt     dealt
	function  *Function   // the benchmark, of a group the member that it runs
	needs     *needs      // that function's
	frames    int         // by how many its stack is moved down while it works for the case
	instances []*instance // of needs.classes, then of needs.injected
	fixtures  [levels]fixtures
	gaps      Random // which batches of sample mode are timed
	readings  int64  // of the counted clock
	schedstat int    // descriptor, see openSchedstat
	result    iteration
	kept      histogram // of earlier iterations: half a megabyte that need not become garbage in each
	_         [granule]byte
}

func (own *thread) emptyHistogram() histogram {
	if own.kept == nil {
		own.kept = newHistogram()
	}
	clear(own.kept)
	return own.kept
}

func (own *thread) instance(class *Class) *instance {
	for _, one := range own.instances {
		if one.class == class {
			return one
		}
	}
	return nil
}

// The objects a function takes, for its stub.
func (own *thread) objects(called *Function) []Pointer {
	taken := make([]Pointer, len(called.classes))
	for at, class := range called.classes {
		taken[at] = own.instance(class).object
	}
	return taken
}

// The injected object of this class, or nil where nothing takes one.
func taken[T any](own *thread, takes int) *T {
	if one := own.instance(injectedClasses[-1-takes]); one != nil {
		return (*T)(one.object)
	}
	return nil
}

func (own *thread) control() *Control       { return taken[Control](own, TakesControl) }
func (own *thread) operations() *Operations { return taken[Operations](own, TakesOperations) }

// With `common` for those that take no state, nil when there is no other thread.
func (own *thread) findFixtures(common *instance) {
	for level := range own.fixtures {
		all := fixtures{firstTearsDown: level == levelInvocation}
		for at := 0; at <= len(own.needs.classes); at++ { // first those that take no state
			owner, whose := (*Class)(nil), common
			if at > 0 {
				owner, whose = own.needs.classes[at-1], own.instances[at-1]
			}
			one := new(turn)
			for _, fixture := range own.needs.fixtures {
				if ownerOf(fixture) != owner || fixture.Level != levelNames[level] {
					continue
				}
				ready := call{fixture, own.objects(fixture)}
				if fixture.Kind == "Setup" {
					one.setups = append(one.setups, ready)
				} else {
					one.teardowns = append(one.teardowns, ready)
				}
			}
			if whose != nil && whose.shared[level].users > 1 {
				one.shared = &whose.shared[level]
			}
			all.turns = append(all.turns, one)
		}
		own.fixtures[level] = all
	}
}

// What this thread makes, and its params.
func (own *thread) construct() {
	for _, one := range own.instances {
		if one.maker == own.dealt.thread {
			own.constructOne(one)
		}
	}
	for _, given := range own.open.values {
		if !slices.Contains(own.needs.params, given.param) {
			continue
		}
		if one := own.instance(given.param.owner); one.maker == own.dealt.thread {
			given.param.Assign(one.object, given.text)
		}
	}
}

func (own *thread) constructOne(one *instance) {
	where := one.class.Name
	if where == "" {
		where = own.function.Name
	}
	finished := false
	defer translate("setup", where, &finished)
	one.construct()
	finished = true
}

func (own *thread) destroy() {
	for _, one := range own.instances {
		if one.maker == own.dealt.thread && one.class != nil {
			one.destroy()
		}
	}
}
