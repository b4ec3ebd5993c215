//! An open case: one benchmark with its param values, the objects it needs, and how far its trial has come.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::Arc;

use crate::control::Control;
use crate::deal::Dealt;
use crate::failure::{Done, Failure};
use crate::injected;
use crate::instance::{Block, Instance, INVOCATION, ITERATION, TRIAL};
use crate::meeting::Meeting;
use crate::params::Given;
use crate::random::SplitMix64;
use crate::registry::{registry, Needs, Owned, Routine};
use crate::state::Param;
use crate::system::own_thread_id;
use crate::team::Team;
use crate::thread::Thread;

pub const MODES: [&str; 5] = ["avgt", "thrpt", "sample", "ss", "wall"];

pub struct Value {
    pub param: &'static Owned<Param>,
    pub text: String,
}

/// What BenchmarkParams tells and nothing else depends on.
#[derive(Default)]
pub struct Plan {
    pub time_unit: String,
    pub forks: i64,
    pub warmup_forks: i64,
    pub warmup_iterations: i64,
    pub warmup_ns: i64,
    pub measurement_iterations: i64,
    pub measurement_ns: i64,
    pub timeout_ns: i64,
}

/// What all threads of a case know and none of them changes while several are at work.
pub struct Open {
    pub id: String,
    pub line: Vec<u8>, // the command that opened it
    pub benchmark: &'static Routine,
    pub needs: Needs,
    pub members: Vec<&'static Routine>, // of a group those that have threads in it; else the benchmark itself
    pub values: Vec<Value>,
    pub mode: &'static str,
    pub batch: u64,
    pub warmup_batch: u64,
    pub operations_per_invocation: u64,
    pub seed: u64,
    pub layout_seed: u64, // see layout.rs
    pub plan: Plan,
    pub identity: String,   // BenchmarkParams::id
    pub given: Vec<Given>,  // for BenchmarkParams, in the order of the short names
    pub warmup: bool,       // of the iteration that is running, or ran last
    pub threads: usize,
    pub group_threads: usize,
    pub meeting: Option<Meeting>, // of more than one thread
}

impl Open {
    pub fn alone(&self) -> bool {
        self.threads == 1
    }

    /// For each other: members of a group of more than one thread, and what takes Control.
    pub fn may_wait(&self) -> bool {
        self.benchmark.is_group() && self.group_threads > 1 || self.needs.takes::<Control>()
    }

    /// Why slices would not measure what an iteration measures; empty where they would.
    pub fn unsliced(&self) -> String {
        match self.mode {
            "sample" | "ss" => format!("mode {} has no slices", self.mode),
            _ if self.benchmark.is_group() => "it is a group".to_string(),
            _ if self.needs.takes::<Control>() => "it takes Control".to_string(),
            _ => String::new(),
        }
    }

    pub fn meeting(&self) -> &Meeting {
        self.meeting.as_ref().expect("several threads have a meeting")
    }
}

pub struct Case {
    pub open: Open,
    pub threads: Vec<Box<Thread>>,
    pub team: Option<Team>,
    _block: Block, // of what several threads have
    trial_running: bool,
    iteration_running: bool,
}

/// One instance for all threads, or for those of a group, once the first of them asks; none for what each has of its own.
fn shared_instance(common: &mut Vec<Arc<Instance>>, class: usize, dealt: &Dealt) -> Option<Arc<Instance>> {
    let scope = registry().classes[class].scope();
    if dealt.threads == 1 || !(scope == "Group" || scope == "Benchmark") {
        return None;
    }
    let group = (scope == "Group").then_some(dealt.group);
    if let Some(one) = common.iter().find(|one| one.class == Some(class) && one.group == group) {
        return Some(one.clone());
    }
    common.push(Arc::new(Instance { class: Some(class), group, maker: dealt.thread, ..Default::default() }));
    common.last().cloned()
}

impl Case {
    /// Threads dealt to the members, and a place for every object; `called` are the members' functions.
    ///
    /// Every state starts a random number of lines (none for layout seed 0) into granules of its own. A thread's own lie in pages of
    /// their own, so that it is the first to touch them.
    pub fn reserve(mut open: Open, dealt: &[Dealt], called: &[&'static Routine]) -> Result<Case, Failure> {
        let mut random = SplitMix64(open.layout_seed);
        let seeded = open.layout_seed != 0;
        let floor = &registry().floor; // which has not even a fixture of all
        let needs = |function: &'static Routine| if std::ptr::eq(function, floor) { Needs::default() } else { registry().needs(function) };
        let needed: Vec<Arc<Needs>> = called.iter().map(|&function| Arc::new(needs(function))).collect();
        let (mut threads, mut common) = (Vec::new(), Vec::new());
        for &one in dealt {
            let mut thread = Box::new(Thread::new(one, called[one.member], needed[one.member].clone(), open.layout_seed));
            if !open.members.iter().any(|&member| std::ptr::eq(member, thread.function)) {
                open.members.push(thread.function);
            }
            let needs = thread.needs.clone();
            for &class in needs.classes.iter().chain(&needs.injected) {
                let instance = shared_instance(&mut common, class, &one).unwrap_or_else(|| {
                    let own = Arc::new(Instance { class: Some(class), maker: one.thread, ..Default::default() });
                    thread.own.place(&own, Some(&mut random).filter(|_| seeded && !registry().classes[class].injected));
                    own
                });
                for level in &instance.shared {
                    level.users.fetch_add(1, Relaxed);
                }
                thread.instances.push(instance);
            }
            thread.own.reserve()?;
            threads.push(thread);
        }
        let mut block = Block::default();
        for one in &common {
            block.place(one, Some(&mut random).filter(|_| seeded));
        }
        block.reserve()?;
        let everyone = Arc::new(Instance::default()); // stands for no object: fixtures that take no state
        for level in &everyone.shared {
            level.users.store(threads.len(), Relaxed);
        }
        for thread in &mut threads {
            thread.find_fixtures((dealt.len() > 1).then_some(&everyone));
        }
        let mut team = None;
        if dealt.len() > 1 {
            let controls = threads.iter().filter_map(|thread| thread.taken::<Control>()).collect();
            open.meeting = Some(Meeting::new(threads.len(), controls));
            team = Some(Team::new(threads.len())?);
        }
        Ok(Case { open, threads, team, _block: block, trial_running: false, iteration_running: false })
    }

    pub fn in_trial(&self) -> bool {
        self.trial_running
    }

    /// Between two of its slices.
    pub fn in_iteration(&self) -> bool {
        self.iteration_running
    }

    /// Whether `invoke` may follow the last iteration: one thread that nobody has to stop.
    pub fn invokable(&self) -> bool {
        self.open.alone() && !self.open.benchmark.is_group() && !self.open.needs.takes::<Control>()
    }

    /// Whether invocations may follow the last iteration: nothing but trial setup is around it, and no Control.
    pub fn samples(&self) -> bool {
        let only = |one: &&Routine| one.said.level == "Trial" && one.said.kind == "Setup";
        self.open.alone() && self.threads[0].needs.fixtures.iter().all(only) && !self.open.needs.takes::<Control>()
    }

    /// The instances of a state: one, one of each group, or one of each thread.
    pub fn instances(&self, class: usize) -> Vec<&Arc<Instance>> {
        let mut all: Vec<&Arc<Instance>> = Vec::new();
        for thread in self.threads.iter().filter(|thread| thread.needs.classes.contains(&class)) {
            let one = thread.instance(class);
            if !all.iter().any(|known| Arc::ptr_eq(known, one)) {
                all.push(one);
            }
        }
        all
    }

    pub fn thread_ids(&self) -> Vec<i64> {
        self.team.as_ref().map_or_else(|| vec![own_thread_id()], Team::ids)
    }

    /// Objects, params, trial setup.
    pub fn begin_trial(&mut self) -> Result<(), Failure> {
        self.each(&|open, thread| thread.construct(open))?;
        self.each(&|open, thread| {
            injected::begin_trial(open, thread);
            Ok(())
        })?;
        self.trial_running = true;
        self.each(&|_, thread| thread.fixtures[TRIAL].set_up())
    }

    pub fn begin_iteration(&mut self) -> Result<(), Failure> {
        self.iteration_running = true;
        self.each(&|open, thread| {
            injected::begin_iteration(open, thread);
            thread.fixtures[ITERATION].set_up()
        })
    }

    pub fn end_iteration(&mut self) -> Result<(), Failure> {
        self.iteration_running = false;
        self.each(&|_, thread| thread.fixtures[ITERATION].tear_down())
    }

    /// Its teardown: the objects are there until forget().
    pub fn end_trial(&mut self) -> Result<(), Failure> {
        self.trial_running = false;
        self.each(&|_, thread| thread.fixtures[TRIAL].tear_down())
    }

    /// Teardown of all that was set up, after a failure; failures in it are dropped, since the one that led here is told.
    pub fn abandon(&mut self) {
        let _ = self.each(&|_, thread| thread.fixtures[INVOCATION].tear_down());
        let _ = self.end_iteration();
        let _ = self.end_trial();
        let _ = self.forget();
    }

    /// Destroys every object.
    pub fn forget(&mut self) -> Result<(), Failure> {
        self.each(&|_, thread| thread.destroy())
    }

    /// Each thread does its part; the first Failure, which names the thread when there are several.
    pub fn each(&mut self, part: &(dyn Fn(&Open, &mut Thread) -> Done<()> + Sync)) -> Result<(), Failure> {
        crate::each::each(self, part, false)
    }

    /// As each, of what is measured: when one thread fails, the others are let go.
    pub fn each_measured(&mut self, part: &(dyn Fn(&Open, &mut Thread) -> Done<()> + Sync)) -> Result<(), Failure> {
        crate::each::each(self, part, true)
    }
}

impl Drop for Case {
    fn drop(&mut self) {
        let _ = self.forget(); // who closes a case has forgotten its objects already, but at the end of the process
    }
}
