//! The start of every artifact (main.cpp in C++; a module of a library cannot have that name).

use std::env;
use std::process;

use crate::failure::keep_panics;
use crate::message::flush;
use crate::open::whole_number;
use crate::registry::{register, Registry};
use crate::solo::{hand_over, run_solo};
use crate::state::Platform;
use crate::worker::serve;

/// Driven when the driver has left its two pipes in the environment; otherwise run by a person.
pub fn main(fill: fn(&mut Registry), platform: &'static Platform) -> ! {
    let mut registry = Registry::default();
    fill(&mut registry);
    register(registry);
    keep_panics();
    let arguments: Vec<String> = env::args_os().skip(1).map(|one| one.to_string_lossy().into_owned()).collect();
    let code = match (env::var("CLAMH_IN"), env::var("CLAMH_OUT")) {
        (Ok(input), Ok(output)) => match (whole_number(&input, 1 << 20), whole_number(&output, 1 << 20)) {
            (Some(input), Some(output)) => serve(input as i32, output as i32, platform),
            _ => {
                eprintln!("CLAMH_IN and CLAMH_OUT must be numbers of open descriptors");
                2
            }
        },
        _ if arguments.first().map(String::as_str) == Some("--solo") => run_solo(&arguments[1..]),
        _ => hand_over(),
    };
    flush();
    process::exit(code)
}
