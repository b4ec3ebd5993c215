//! `describe`: the worker itself, and the whole catalog.

use std::process;

use crate::case::MODES;
use crate::clock::{clocks_tried, the_clock};
use crate::failure::{failure, Failure};
use crate::message::{Channel, Event};
use crate::open::MAX_THREADS;
use crate::registry::{registry, Known, Owned, Routine, FLOOR};
use crate::state::{Param, Platform};
use crate::system::own_thread_id;

const COMMANDS: [&str; 9] = ["describe", "open", "iterate", "slice", "samples", "invoke", "drain", "close", "exit"];

fn describe_worker(channel: &mut Channel, platform: &Platform) {
    let mut event = Event::new("hello");
    event.number("protocol", 1).text("language", "rust").text("platform", platform.id);
    event.begin("toolchain", '{').text("name", platform.compiler).text("version", platform.version).begin("flags", '[');
    for flag in platform.flags {
        event.text("", flag);
    }
    event.end(']').boolean("optimised", platform.optimised).end('}').text("runtime", "");
    event.begin("clocks", '[');
    for clock in clocks_tried() {
        event.begin("", '{').text("name", clock.name).number("step_ns", clock.step_ns).number("cost_ns", clock.cost_ns);
        event.boolean("taken", clock.name == the_clock().name).end('}');
    }
    event.end(']').begin("capabilities", '{').text("cases", "many").begin("modes", '[');
    for mode in MODES {
        event.text("", mode);
    }
    // There is no garbage: it has been collected before every iteration, and collection is off in all of them.
    event.end(']').begin("gc", '[').text("", "true").text("", "off").end(']').begin("commands", '[');
    for verb in COMMANDS {
        event.text("", verb);
    }
    event.end(']').number("max_threads", MAX_THREADS).text("floor", FLOOR).boolean("thread_ids", own_thread_id() > 0).end('}');
    event.begin("sources", '{');
    for (path, sha256) in &registry().sources {
        event.text(path, sha256);
    }
    channel.write(event.end('}').number("pid", process::id()).close());
}

fn describe_param(event: &mut Event, param: &Param) {
    let kind = &param.kind;
    event.begin("", '{').text("name", param.name).text("type", kind.name);
    if kind.name == "integer" {
        event.number("minimum", kind.minimum).number("maximum", kind.maximum);
    } else {
        event.raw("minimum", "null").raw("maximum", "null");
    }
    for (key, texts) in [("values", param.values), ("constants", kind.constants)] {
        event.begin(key, '[');
        for text in texts {
            event.text("", text);
        }
        event.end(']');
    }
    event.number("line", param.line).end('}');
}

fn forecast(said: &str) -> &str {
    if said.is_empty() { "{}" } else { said }
}

fn describe_state(channel: &mut Channel, class: usize, known: &Known) {
    let Some(state) = &known.state else { return };
    let mut event = Event::new("state");
    event.text("name", state.name).text("scope", state.scope).begin("params", '[');
    for Owned { said, .. } in registry().params.iter().filter(|param| param.owner == class) {
        describe_param(&mut event, said);
    }
    event.end(']').begin("fixtures", '[');
    for fixture in registry().fixtures.iter().filter(|fixture| registry().owner_of(fixture) == Some(class)) {
        event.begin("", '{').text("kind", fixture.said.kind).text("level", fixture.said.level).text("name", fixture.said.name).end('}');
    }
    channel.write(event.end(']').raw("forecast", forecast(state.forecast)).close());
}

fn describe_states(event: &mut Event, function: &Routine) {
    event.begin("states", '[');
    for class in registry().needs(function).states {
        event.text("", registry().classes[class].state.as_ref().map_or("", |state| state.name));
    }
    event.end(']');
}

fn describe_benchmark(channel: &mut Channel, function: &Routine) {
    let said = &function.said;
    let mut event = Event::new("benchmark");
    event.text("name", said.name);
    describe_states(&mut event, function);
    event.raw("settings", forecast(said.settings)).text("baseline", said.baseline).text("path", said.path).number("line", said.line);
    event.raw("forecast", forecast(said.forecast));
    if function.is_group() {
        event.begin("members", '[');
        for member in registry().members_of(function) {
            event.begin("", '{').text("name", member.said.member).number("threads", member.said.threads);
            describe_states(&mut event, member);
            event.text("path", member.said.path).number("line", member.said.line).end('}');
        }
        event.end(']');
    }
    channel.write(event.close());
}

pub fn describe(channel: &mut Channel, platform: &Platform) -> Result<(), Failure> {
    if let Some(fault) = registry().fault() {
        return Err(failure("internal", "describe", fault));
    }
    describe_worker(channel, platform);
    for &class in &registry().states {
        describe_state(channel, class, &registry().classes[class]);
    }
    for function in &registry().benchmarks {
        describe_benchmark(channel, function);
    }
    let mut event = Event::new("described");
    event.number("benchmarks", registry().benchmarks.len() as u64).number("states", registry().states.len() as u64);
    channel.write(event.close());
    Ok(())
}
