// The registry: what was registered, in order, and what each benchmark uses.
package clamh

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
)

// What a benchmark uses, its fixtures included, in the order of setting up (teardown: the reverse).
type needs struct {
	classes  []*Class // states and objects, dependencies first; nothing injected
	injected []*Class
	states   []*Class    // the registered ones, in the order of the benchmark's parameters
	fixtures []*Function // by class in that order, then by index
	params   []*Param
	counters []*Counter
	checks   []*Check
}

// Everything that was registered, each list ordered by its index.
type registryOf struct {
	benchmarks, members, fixtures []*Function // a group is one benchmark, whose Repeat is nil
	classes, states               []*Class
	params                        []*Param
	counters                      []*Counter
	checks                        []*Check
}

// Of the injected ones, in the order of their Takes….
var injectedClasses = []*Class{injectedClass[Blackhole](), injectedClass[Control](), injectedClass[BenchmarkParams](),
	injectedClass[IterationParams](), injectedClass[ThreadParams](), injectedClass[Random](), injectedClass[Memory](),
	injectedClass[Operations]()}

func injectedClass[T any]() *Class { return &Class{Type: reflect.TypeFor[T](), injected: true} }

func byIndex[T any](records []*T, index func(*T) int) []*T {
	sorted := slices.Clone(records)
	slices.SortStableFunc(sorted, func(a, b *T) int { return index(a) - index(b) })
	return sorted
}

func functionIndex(one *Function) int { return one.Index }

var registry = sync.OnceValue(func() *registryOf {
	all := &registryOf{
		benchmarks: byIndex(registered.benchmarks, functionIndex),
		members:    byIndex(registered.members, functionIndex),
		fixtures:   byIndex(registered.fixtures, functionIndex),
		classes:    byIndex(registered.classes, func(one *Class) int { return one.Index }),
		params:     byIndex(registered.params, func(one *Param) int { return one.Index }),
		counters:   byIndex(registered.counters, func(one *Counter) int { return one.Index }),
		checks:     byIndex(registered.checks, func(one *Check) int { return one.Index }),
	}
	for _, one := range all.classes {
		if one.Name != "" {
			all.states = append(all.states, one)
		}
	}
	for _, functions := range [][]*Function{all.benchmarks, all.members, all.fixtures} {
		for _, function := range functions {
			if function.Owner >= 0 {
				function.owner = all.class(function.Owner)
			}
			for _, index := range function.Takes {
				function.classes = append(function.classes, all.class(index))
			}
		}
	}
	for _, one := range all.params {
		one.owner = all.class(one.Owner)
	}
	for _, one := range all.counters {
		one.owner = all.class(one.Owner)
	}
	for _, one := range all.checks {
		one.owner = all.class(one.Owner)
	}
	return all
})

// By what a function's Takes or an Owner says.
func (all *registryOf) class(index int) *Class {
	if index < 0 {
		return injectedClasses[-1-index]
	}
	at := slices.IndexFunc(all.classes, func(one *Class) bool { return one.Index == index })
	if at < 0 {
		panic(fmt.Sprintf("no class of index %d is registered", index))
	}
	return all.classes[at]
}

func addClass(list []*Class, one *Class) []*Class {
	if one == nil || one.injected {
		return list
	}
	return addOnce(list, one)
}

func addOnce[T comparable](list []T, one T) []T {
	if slices.Contains(list, one) {
		return list
	}
	return append(list, one)
}

func unite[T comparable](list []T, more []T) []T {
	for _, one := range more {
		list = addOnce(list, one)
	}
	return list
}

// All the states and objects that a fixture touches, that of a method first.
func touched(fixture *Function) (classes []*Class) {
	classes = addClass(classes, fixture.owner)
	for _, one := range fixture.classes {
		classes = addClass(classes, one)
	}
	return classes
}

// The first state that a fixture touches, with which it runs (the object, when it touches no state; nil, when it touches nothing: it
// runs with every benchmark).
func ownerOf(fixture *Function) *Class {
	classes := touched(fixture)
	for _, one := range classes {
		if one.Name != "" {
			return one
		}
	}
	if len(classes) == 0 {
		return nil
	}
	return classes[0]
}

// JMH's order: the benchmark's parameters and its own object, then what their fixtures take, and so on level by level; set up from the
// back, so that what a fixture takes comes before it. At most as many levels as fixtures: a cycle ends too.
func setupOrder(benchmark *Function, running []*Function) (order []*Class) {
	var level, all []*Class
	if benchmark.Method {
		for _, one := range benchmark.classes[1:] {
			level = addClass(level, one)
		}
		level = addClass(level, benchmark.classes[0])
	} else {
		for _, one := range benchmark.classes {
			level = addClass(level, one)
		}
	}
	for depth := 0; len(level) > 0 && depth <= len(running); depth++ {
		var next []*Class
		for _, one := range level {
			all = append(all, one)
			for _, fixture := range running {
				if ownerOf(fixture) != one {
					continue
				}
				for _, other := range touched(fixture) {
					if other != one {
						next = addClass(next, other)
					}
				}
			}
		}
		level = next
	}
	for at := len(all) - 1; at >= 0; at-- {
		order = addClass(order, all[at])
	}
	return order
}

func limitedToOthers(fixture, benchmark *Function) bool {
	if fixture.Only == nil {
		return false
	}
	sought := benchmark.Name
	if benchmark.Group != "" {
		sought = benchmark.Group
	}
	return !slices.Contains(fixture.Only, sought)
}

func (all *registryOf) membersOf(group *Function) (found []*Function) {
	for _, member := range all.members {
		if member.Group == group.Name {
			found = append(found, member)
		}
	}
	return found
}

// Of a group: what its members need, together.
func (all *registryOf) needs(benchmark *Function) (found needs) {
	if benchmark.Repeat == nil {
		for _, member := range all.membersOf(benchmark) {
			own := all.needs(member)
			found.classes, found.injected = unite(found.classes, own.classes), unite(found.injected, own.injected)
			found.states, found.fixtures = unite(found.states, own.states), unite(found.fixtures, own.fixtures)
			found.params, found.counters = unite(found.params, own.params), unite(found.counters, own.counters)
			found.checks = unite(found.checks, own.checks)
		}
		return found
	}
	var used []*Class
	for _, one := range benchmark.classes {
		used = addClass(used, one)
	}
	running := all.running(benchmark, &used)
	found.classes = setupOrder(benchmark, running)
	for _, one := range used {
		if one.Name != "" {
			found.states = append(found.states, one)
		}
	}
	for _, owner := range append([]*Class{nil}, found.classes...) { // first those of no class
		for _, fixture := range running {
			if ownerOf(fixture) == owner {
				found.fixtures = append(found.fixtures, fixture)
			}
		}
	}
	for _, one := range all.params {
		if slices.Contains(used, one.owner) {
			found.params = append(found.params, one)
		}
	}
	for _, one := range all.counters {
		if slices.Contains(used, one.owner) {
			found.counters = append(found.counters, one)
		}
	}
	for _, one := range all.checks {
		if slices.Contains(used, one.owner) {
			found.checks = append(found.checks, one)
		}
	}
	for _, function := range append([]*Function{benchmark}, found.fixtures...) {
		for _, one := range function.classes {
			if one.injected {
				found.injected = addOnce(found.injected, one)
			}
		}
	}
	return found
}

// A fixture brings its other states along, and they their own fixtures, until nothing is added. Indices are in JMH's order of one state's
// fixtures: binding gives them so.
func (all *registryOf) running(benchmark *Function, used *[]*Class) []*Function {
	var running []*Function
	for grown := true; grown; {
		grown = false
		for _, fixture := range all.fixtures {
			owner := ownerOf(fixture)
			if slices.Contains(running, fixture) || (owner != nil && !slices.Contains(*used, owner)) || limitedToOthers(fixture, benchmark) {
				continue
			}
			for _, one := range touched(fixture) {
				*used = addClass(*used, one)
			}
			running = append(running, fixture)
			grown = true
		}
	}
	return byIndex(running, functionIndex)
}
