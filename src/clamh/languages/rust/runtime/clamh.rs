//! What a benchmark or fixture may take besides its states. Everything else is for generated code (`generated`).
//!
//! The clock, samples, threads and the protocol are those of the native core (`src/clamh/native`), to which main hands over; here is what only
//! Rust can do: objects, params, canonical values, panics. std only, no crate.
#![allow(non_snake_case)] // of the injected objects, whose methods have the same names in every language

mod abi;
mod benchmark_params;
mod blackhole;
mod canonical;
mod consume_cpu;
#[cfg(clamh_recording)]
mod consumed;
mod control;
mod failure;
mod r#loop;
mod memory;
mod opening;
mod operations;
mod outcome;
mod random;
mod registry;
mod start;
mod suspend;

pub use benchmark_params::{BenchmarkParams, IterationParams, ThreadParams};
pub use blackhole::Blackhole;
pub use control::Control;
pub use memory::{Array, Memory};
pub use operations::Operations;
pub use random::Random;
pub use suspend::{Paused, Suspend};

/// What generated code registers and calls, and the macros of this crate expand to.
#[doc(hidden)]
pub mod generated {
    pub use crate::abi::{
        clamh_register_benchmark, clamh_register_check, clamh_register_counter, clamh_register_fixture, clamh_register_param, text, Artifact, Check,
        Counter, Function, Param, Text,
    };
    pub use crate::canonical::{Show, Shown};
    pub use crate::failure::guarded;
    pub use crate::outcome::{Outcome, Use};
    pub use crate::opening::{assign, Asked, Field, ParamType};
    pub use crate::r#loop::{fence, launder};
    pub use crate::registry::{keep_all, register, NotShared, Probe, Registry};
    pub use crate::start::{flush, main, RECORDS};
}
