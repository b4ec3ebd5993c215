//! A measuring thread of a case: what it runs, with which objects and fixtures, and what came of it.

use std::any::TypeId;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::Arc;

use crate::case::Open;
use crate::deal::Dealt;
use crate::failure::{guarded, Done};
use crate::fixtures::{Call, Fixtures, Turn};
use crate::instance::{Block, Instance, INVOCATION, LEVELS};
use crate::iteration::Iteration;
use crate::layout::stack_offset;
use crate::random::Random;
use crate::registry::{registry, Needs, Routine};

#[repr(align(128))]
pub struct Thread {
    pub dealt: Dealt,
    pub function: &'static Routine, // the benchmark, of a group the member that it runs
    pub needs: Arc<Needs>,          // that function's
    pub stack: usize,               // by how many bytes it is moved down while this thread works for the case
    pub instances: Vec<Arc<Instance>>, // of needs.classes, then of needs.injected
    pub own: Block,                 // those that no other thread has
    pub fixtures: [Fixtures; 3],
    pub gaps: Random, // which batches of sample mode are timed
    pub result: Iteration,
}

impl Thread {
    pub fn new(dealt: Dealt, function: &'static Routine, needs: Arc<Needs>, layout_seed: u64) -> Thread {
        Thread {
            dealt, function, needs, stack: stack_offset(layout_seed, dealt.thread), instances: Vec::new(), own: Block::default(),
            fixtures: Default::default(), gaps: Random::default(), result: Iteration::default(),
        }
    }

    pub fn instance(&self, class: usize) -> &Arc<Instance> {
        self.instances.iter().find(|one| one.class == Some(class)).expect("every class that is needed has an instance")
    }

    pub fn object(&self, class: usize) -> *mut u8 {
        self.instance(class).object.load(Relaxed)
    }

    /// The objects that a function takes, for its stub.
    pub fn objects(&self, called: &Routine) -> Vec<*mut u8> {
        called.classes.iter().map(|&class| self.object(class)).collect()
    }

    /// The injected object of this class; none where nothing takes one.
    pub fn taken<T: 'static>(&self) -> Option<*mut T> {
        let class = self.needs.injected.iter().find(|&&class| registry().classes[class].of.id == TypeId::of::<T>())?;
        Some(self.object(*class) as *mut T)
    }

    /// With `common` for those that take no state, none when there is no other thread.
    pub fn find_fixtures(&mut self, common: Option<&Arc<Instance>>) {
        for level in 0..LEVELS.len() {
            self.fixtures[level] = self.found(level, common);
        }
    }

    fn found(&self, level: usize, common: Option<&Arc<Instance>>) -> Fixtures {
        let owners = std::iter::once(None).chain(self.needs.classes.iter().copied().map(Some)); // first those that take no state
        let turns = owners.map(|owner| {
            let mut turn = Turn::default();
            for &fixture in &self.needs.fixtures {
                if registry().owner_of(fixture) == owner && fixture.said.level == LEVELS[level] {
                    let calls = if fixture.said.kind == "Setup" { &mut turn.setups } else { &mut turn.teardowns };
                    calls.push(Call { function: fixture, objects: self.objects(fixture) });
                }
            }
            let whose = owner.map_or(common, |class| Some(self.instance(class)));
            turn.shared = whose.filter(|one| one.shared[level].users.load(Relaxed) > 1).map(|one| (one.clone(), level));
            turn
        });
        Fixtures { turns: turns.collect(), first_tears_down: level == INVOCATION }
    }

    /// What this thread makes, and its params.
    pub fn construct(&self, open: &Open) -> Done<()> {
        for one in self.made() {
            let class = &registry().classes[one.class.expect("only objects are made")];
            let name = class.state.as_ref().map_or(self.function.said.name, |state| state.name);
            let construct = class.construct.expect("open has refused what cannot be made");
            guarded("setup", name, || unsafe { construct(one.object.load(Relaxed)) })?;
            one.constructed.store(true, Relaxed);
        }
        for value in &open.values {
            if self.needs.params.iter().any(|param| std::ptr::eq(*param, value.param)) {
                let one = self.instance(value.param.owner);
                if one.maker == self.dealt.thread {
                    let assign = value.param.said.assign;
                    guarded("setup", value.param.said.name, || unsafe { assign(one.object.load(Relaxed), &value.text) })?;
                }
            }
        }
        Ok(())
    }

    fn made(&self) -> impl DoubleEndedIterator<Item = &Arc<Instance>> {
        self.instances.iter().filter(|one| one.maker == self.dealt.thread)
    }

    /// In reverse; a panic of one destructor leaves the others.
    pub fn destroy(&self) -> Done<()> {
        let mut first = Ok(());
        for one in self.made().rev().filter(|one| one.constructed.swap(false, Relaxed)) {
            let class = &registry().classes[one.class.expect("only objects are made")];
            let name = class.state.as_ref().map_or(self.function.said.name, |state| state.name);
            let outcome = guarded("teardown", name, || unsafe { (class.of.destroy)(one.object.load(Relaxed)) });
            first = first.and(outcome);
        }
        first
    }
}
