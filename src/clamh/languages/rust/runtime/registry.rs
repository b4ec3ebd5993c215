//! The registry: what was registered, in order, and what each benchmark uses.

use std::any::TypeId;
use std::sync::OnceLock;

use crate::blackhole::Blackhole;
use crate::control::Control;
use crate::memory::Memory;
use crate::operations::Operations;
use crate::params::{BenchmarkParams, IterationParams, ThreadParams};
use crate::r#loop::Repeat;
use crate::random::Random;
use crate::state::{Check, Class, Counter, Function, Param, State, Type};

pub const FLOOR: &str = "clamh::empty";

/// A class that something takes, one record per type.
pub struct Known {
    pub of: Type,
    pub construct: Option<unsafe fn(*mut u8)>, // none: the harness cannot make one
    pub state: Option<State>,                  // none: an object that only a method needs, or an injected one
    pub injected: bool,
}

impl Known {
    pub fn scope(&self) -> &'static str {
        self.state.as_ref().map_or("", |state| state.scope)
    }
}

/// A function with its classes, which are numbers in the registry's list.
pub struct Routine {
    pub said: Function,
    pub classes: Vec<usize>,
    pub owner: Option<usize>, // the class whose method or associated function it is
}

impl Routine {
    pub fn is_group(&self) -> bool {
        self.said.repeat.is_none()
    }

    /// Of what is called: everything but a group.
    pub fn repeat(&self) -> Repeat {
        self.said.repeat.expect("a group is not called")
    }

    pub fn place(&self) -> String {
        format!("{}:{}", self.said.path, self.said.line)
    }
}

/// What belongs to a class.
pub struct Owned<T> {
    pub said: T,
    pub owner: usize,
}

/// What generated code fills in, in any order, and then everything in the catalog's.
#[derive(Default)]
pub struct Registry {
    classes: Vec<Class>,
    states: Vec<State>,
    params: Vec<Param>,
    counters: Vec<Counter>,
    checks: Vec<Check>,
    fixtures: Vec<Function>,
    benchmarks: Vec<Function>,
    members: Vec<Function>,
    groups: Vec<Function>,
    sources: Vec<(&'static str, &'static str)>,
    floor: Option<Repeat>,
}

impl Registry {
    pub fn class(&mut self, class: Class) {
        self.classes.push(class);
    }

    pub fn state(&mut self, state: State) {
        self.states.push(state);
    }

    pub fn param(&mut self, param: Param) {
        self.params.push(param);
    }

    pub fn counter(&mut self, counter: Counter) {
        self.counters.push(counter);
    }

    pub fn check(&mut self, check: Check) {
        self.checks.push(check);
    }

    pub fn fixture(&mut self, fixture: Function) {
        self.fixtures.push(fixture);
    }

    pub fn benchmark(&mut self, benchmark: Function) {
        self.benchmarks.push(benchmark);
    }

    pub fn member(&mut self, member: Function) {
        self.members.push(member);
    }

    pub fn group(&mut self, group: Function) {
        self.groups.push(group);
    }

    pub fn source(&mut self, path: &'static str, sha256: &'static str) {
        self.sources.push((path, sha256));
    }

    pub fn floor(&mut self, repeat: Repeat) {
        self.floor = Some(repeat);
    }
}

pub struct Registered {
    pub classes: Vec<Known>,
    pub states: Vec<usize>,       // of classes, by index
    pub benchmarks: Vec<Routine>, // groups among them
    pub members: Vec<Routine>,
    pub fixtures: Vec<Routine>, // indices are in JMH's order of one state's fixtures: binding gives them so
    pub params: Vec<Owned<Param>>,
    pub counters: Vec<Owned<Counter>>,
    pub checks: Vec<Owned<Check>>,
    pub sources: Vec<(&'static str, &'static str)>,
    pub floor: Routine,
}

static ALL: OnceLock<Registered> = OnceLock::new();

pub fn register(collected: Registry) {
    let _ = ALL.set(collect(collected)); // once, by main
}

pub fn registry() -> &'static Registered {
    ALL.get().expect("everything is registered before it is asked for")
}

unsafe fn nothing(_: *const *mut u8, _: u64) {}

fn collect(mut collected: Registry) -> Registered {
    let mut classes = injected();
    for class in collected.classes {
        let at = known(&mut classes, class.of);
        classes[at].construct = Some(class.construct);
    }
    collected.states.sort_by_key(|state| state.index);
    let mut states = Vec::new();
    for state in collected.states {
        let at = known(&mut classes, state.of);
        classes[at].state = Some(state);
        states.push(at);
    }
    collected.benchmarks.append(&mut collected.groups);
    let mut routines = |mut functions: Vec<Function>| -> Vec<Routine> {
        functions.sort_by_key(|function| function.index);
        functions.into_iter().map(|function| Routine {
            classes: function.takes.iter().map(|taken| known(&mut classes, taken.of)).collect(),
            owner: function.owner.map(|owner| known(&mut classes, owner)),
            said: function,
        }).collect()
    };
    let (benchmarks, members, fixtures) = (routines(collected.benchmarks), routines(collected.members), routines(collected.fixtures));
    let floor = Function { name: FLOOR, repeat: Some(collected.floor.unwrap_or(nothing)), settings: "{}", threads: 1, ..Default::default() };
    Registered {
        states, benchmarks, members, fixtures,
        params: owned(&mut classes, collected.params, |param| (param.index, param.of)),
        counters: owned(&mut classes, collected.counters, |counter| (counter.index, counter.of)),
        checks: owned(&mut classes, collected.checks, |check| (check.index, check.of)),
        sources: collected.sources,
        floor: Routine { said: floor, classes: Vec::new(), owner: None },
        classes,
    }
}

fn injected() -> Vec<Known> {
    fn one<T: Default + 'static>(sync: bool) -> Known {
        unsafe fn construct<T: Default>(place: *mut u8) {
            (place as *mut T).write(T::default());
        }
        // A thread has its own of each, so that nobody asks whether it could be shared.
        Known { of: Type::of::<T>(sync, true), construct: Some(construct::<T>), state: None, injected: true }
    }
    vec![
        one::<Blackhole>(true), one::<Control>(true), one::<BenchmarkParams>(true), one::<IterationParams>(true),
        one::<ThreadParams>(true), one::<Random>(true), one::<Memory>(false), one::<Operations>(false),
    ]
}

fn known(classes: &mut Vec<Known>, of: Type) -> usize {
    if let Some(at) = classes.iter().position(|class| class.of.id == of.id) {
        return at;
    }
    classes.push(Known { of, construct: None, state: None, injected: false });
    classes.len() - 1
}

fn owned<T>(classes: &mut Vec<Known>, mut all: Vec<T>, facts: impl Fn(&T) -> (u32, Type)) -> Vec<Owned<T>> {
    all.sort_by_key(|one| facts(one).0);
    all.into_iter().map(|one| Owned { owner: known(classes, facts(&one).1), said: one }).collect()
}

/// What a benchmark uses, its fixtures included, in the order of setting up (teardown: the reverse).
#[derive(Clone, Default)]
pub struct Needs {
    pub classes: Vec<usize>, // states and objects, dependencies first; nothing injected
    pub injected: Vec<usize>,
    pub states: Vec<usize>,                // the registered ones, in the order of the benchmark's parameters
    pub fixtures: Vec<&'static Routine>,   // by class in that order, then by index
    pub params: Vec<&'static Owned<Param>>,
    pub counters: Vec<&'static Owned<Counter>>,
    pub checks: Vec<&'static Owned<Check>>,
}

impl Needs {
    pub fn takes<T: 'static>(&self) -> bool {
        self.injected.iter().any(|&class| registry().classes[class].of.id == TypeId::of::<T>())
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}

/// As `add`, of records, each of which is one.
fn unite<T>(all: &mut Vec<&'static T>, more: &[&'static T]) {
    for one in more {
        if !all.iter().any(|known| std::ptr::eq(*known, *one)) {
            all.push(one);
        }
    }
}

impl Registered {
    /// All the states and objects that a function touches, that of a method or associated function first.
    pub fn touched(&self, function: &Routine) -> Vec<usize> {
        let mut classes = Vec::new();
        if let Some(owner) = function.owner {
            if function.said.method || self.classes[owner].state.is_some() {
                self.add(&mut classes, owner);
            }
        }
        function.classes.iter().for_each(|&class| self.add(&mut classes, class));
        classes
    }

    /// The first state that it touches, with which it runs; else the object; none: it touches nothing and runs with every benchmark.
    pub fn owner_of(&self, fixture: &Routine) -> Option<usize> {
        let classes = self.touched(fixture);
        classes.iter().copied().find(|&class| self.classes[class].state.is_some()).or(classes.first().copied())
    }

    pub fn members_of(&'static self, group: &Routine) -> Vec<&'static Routine> {
        self.members.iter().filter(|member| member.said.group == group.said.name).collect()
    }

    fn add(&self, list: &mut Vec<usize>, class: usize) {
        if !self.classes[class].injected {
            add(list, class);
        }
    }

    pub fn needs(&'static self, benchmark: &Routine) -> Needs {
        if benchmark.is_group() {
            let mut all = Needs::default();
            for member in self.members_of(benchmark) {
                let own = self.needs(member);
                own.classes.into_iter().for_each(|one| add(&mut all.classes, one));
                own.injected.into_iter().for_each(|one| add(&mut all.injected, one));
                own.states.into_iter().for_each(|one| add(&mut all.states, one));
                unite(&mut all.fixtures, &own.fixtures);
                unite(&mut all.params, &own.params);
                unite(&mut all.counters, &own.counters);
                unite(&mut all.checks, &own.checks);
            }
            return all;
        }
        let mut used = self.touched(benchmark);
        let running = self.running(benchmark, &mut used);
        let classes = self.setup_order(benchmark, &running);
        // First those of no class.
        let owners = std::iter::once(None).chain(classes.iter().copied().map(Some));
        let fixtures: Vec<_> = owners.flat_map(|owner| running.iter().copied().filter(move |one| self.owner_of(one) == owner)).collect();
        let mut injected = Vec::new();
        for function in std::iter::once(benchmark).chain(fixtures.iter().copied()) {
            function.classes.iter().filter(|&&class| self.classes[class].injected).for_each(|&class| add(&mut injected, class));
        }
        Needs {
            classes, injected, fixtures,
            states: used.iter().copied().filter(|&class| self.classes[class].state.is_some()).collect(),
            params: self.params.iter().filter(|param| used.contains(&param.owner)).collect(),
            counters: self.counters.iter().filter(|counter| used.contains(&counter.owner)).collect(),
            checks: self.checks.iter().filter(|check| used.contains(&check.owner)).collect(),
        }
    }

    /// The fixtures that run, by index. One brings its other states along, and they their own fixtures, until nothing is added.
    fn running(&'static self, benchmark: &Routine, used: &mut Vec<usize>) -> Vec<&'static Routine> {
        let mut runs = vec![false; self.fixtures.len()];
        loop {
            let before = runs.clone();
            for (at, fixture) in self.fixtures.iter().enumerate() {
                let unused = self.owner_of(fixture).map_or(false, |owner| !used.contains(&owner));
                if runs[at] || unused || limited_to_others(fixture, benchmark) {
                    continue;
                }
                self.touched(fixture).into_iter().for_each(|class| add(used, class));
                runs[at] = true;
            }
            if runs == before {
                return self.fixtures.iter().zip(runs).filter(|(_, runs)| *runs).map(|(fixture, _)| fixture).collect();
            }
        }
    }

    /// JMH's order: the benchmark's parameters and its own object, then what their fixtures take, and so on level by level; set up
    /// from the back, so that what a fixture takes comes before it. At most as many levels as fixtures: a cycle ends too.
    fn setup_order(&self, benchmark: &Routine, running: &[&Routine]) -> Vec<usize> {
        let own = usize::from(benchmark.said.method);
        let mut level = Vec::new();
        benchmark.classes[own..].iter().for_each(|&class| self.add(&mut level, class));
        self.touched(benchmark).into_iter().for_each(|class| add(&mut level, class)); // its own class
        let mut all = Vec::new();
        for _ in 0..=running.len() {
            let mut next = Vec::new();
            for &class in &level {
                all.push(class);
                for fixture in running.iter().filter(|fixture| self.owner_of(fixture) == Some(class)) {
                    self.touched(fixture).into_iter().filter(|&other| other != class).for_each(|other| add(&mut next, other));
                }
            }
            level = next;
        }
        let mut order = Vec::new();
        all.into_iter().rev().for_each(|class| add(&mut order, class));
        order
    }

    /// What a wrapper got wrong.
    pub fn fault(&self) -> Option<String> {
        for function in self.benchmarks.iter().chain(&self.members).chain(&self.fixtures) {
            for (at, &class) in function.classes.iter().enumerate() {
                let class = &self.classes[class];
                if class.construct.is_none() {
                    return Some(format!("{}: the harness cannot make a {}", function.said.name, class.of.name));
                }
                if class.state.is_none() && !class.injected && !(function.said.method && at == 0) {
                    let known = "is neither marked as State nor one that the harness injects";
                    return Some(format!("{}: it takes a {}, which {known}", function.said.name, class.of.name));
                }
            }
        }
        None
    }
}

fn limited_to_others(fixture: &Routine, benchmark: &Routine) -> bool {
    let sought = if benchmark.said.group.is_empty() { benchmark.said.name } else { benchmark.said.group };
    fixture.said.only.map_or(false, |only| !only.contains(&sought))
}
