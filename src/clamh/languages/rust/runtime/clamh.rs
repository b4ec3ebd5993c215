//! What a benchmark or fixture may take besides its states. Everything else is for generated code (`generated`) or the worker itself.
//!
//! Function by function this is C++'s worker (`languages/cpp/runtime`), in files of the same stems. std only, no crate.
#![allow(non_snake_case)] // of the injected objects, whose methods are called the same in every language

mod alone;
mod blackhole;
mod canonical;
mod case;
mod clock;
mod consume_cpu;
mod control;
mod counters;
mod deal;
mod describe;
mod each;
mod failure;
mod fixtures;
mod histogram;
mod injected;
mod instance;
mod invoke;
mod iterated;
mod iteration;
mod layout;
mod r#loop;
mod measured;
mod meeting;
mod memory;
mod message;
mod open;
mod operations;
mod outcome;
mod param;
mod params;
mod random;
mod recorder;
mod registry;
mod sampling;
mod result;
mod score;
mod sleep;
mod solo;
mod start;
mod state;
mod stretches;
mod system;
mod team;
mod thread;
mod window;
mod worker;

pub use blackhole::Blackhole;
pub use control::Control;
pub use memory::{Array, Memory};
pub use operations::Operations;
pub use params::{BenchmarkParams, IterationParams, ThreadParams};
pub use random::Random;

/// What generated code registers and calls, and the macros of this crate expand to.
#[doc(hidden)]
pub mod generated {
    pub use crate::canonical::{Canonical, Plain, Told, Valued};
    pub use crate::outcome::{Failing, Outcome, Telling, Useful};
    pub use crate::param::{Asked, Parsed, Value, Worded};
    pub use crate::r#loop::{fence, launder, Repeat, Returned};
    pub use crate::registry::Registry;
    pub use crate::state::{Check, Class, Counter, Function, NotShared, Param, ParamType, Platform, Probe, State, Taken, Type};
    pub use crate::start::main;
    pub type Text = String;
}
