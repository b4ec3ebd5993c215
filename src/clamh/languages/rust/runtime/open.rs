//! Checking what a case is asked to be, and making it.

use crate::case::{Case, Open, Plan, Value, MODES};
use crate::deal::deal;
use crate::failure::{failure, guarded, usage, Failure, Stop};
use crate::operations::Operations;
use crate::params::Given;
use crate::registry::{registry, Needs, Routine, FLOOR};

pub const MAX_THREADS: u64 = 1024; // whose results fit into one line
const MANY: u64 = 1 << 62;

/// What `open` or the command line asks for, by the names of the protocol's fields; empty where it says nothing.
#[derive(Default)]
pub struct Opening {
    pub id: String,
    pub line: Vec<u8>,
    pub fields: Vec<(String, Vec<u8>)>,
    pub params: Vec<(String, Vec<u8>)>, // by full name
}

impl Opening {
    pub fn set(&mut self, field: &str, value: impl Into<Vec<u8>>) {
        give(&mut self.fields, field, value.into());
    }

    /// The last value counts.
    pub fn give(&mut self, param: &str, value: impl Into<Vec<u8>>) {
        give(&mut self.params, param, value.into());
    }

    pub fn said(&self, field: &str) -> String {
        let found = self.fields.iter().find(|(name, _)| name == field);
        found.map_or(String::new(), |(_, value)| String::from_utf8_lossy(value).into_owned())
    }

    fn number(&self, field: &str, otherwise: u64, least: u64, most: u64) -> Result<u64, Failure> {
        match self.said(field) {
            text if text.is_empty() => Ok(otherwise),
            text => number(field, &text, least, most),
        }
    }
}

fn give(all: &mut Vec<(String, Vec<u8>)>, name: &str, value: Vec<u8>) {
    match all.iter_mut().find(|(known, _)| known == name) {
        Some((_, known)) => *known = value,
        None => all.push((name.to_string(), value)),
    }
}

/// Digits and nothing else.
pub fn whole_number(text: &str, most: u64) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&value| digits && value <= most)
}

fn number(field: &str, text: &str, least: u64, most: u64) -> Result<u64, Failure> {
    let found = whole_number(text, most).filter(|&value| value >= least);
    found.ok_or_else(|| usage!("{field}={text} is no whole number from {least} to {most}"))
}

fn mode_name(mode: &str) -> &'static str {
    match mode {
        "thrpt" => "Throughput",
        "sample" => "SampleTime",
        "ss" => "SingleShotTime",
        "wall" => "WallTime",
        _ => "AverageTime",
    }
}

/// As java.net.URLEncoder writes it, which JMH uses here.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'*' | b'_' => char::from(byte).to_string(),
        b' ' => String::from("+"),
        _ => format!("%{byte:02X}"),
    }).collect()
}

fn benchmark_called(name: &str) -> Result<&'static Routine, Failure> {
    if name == FLOOR {
        return Ok(&registry().floor);
    }
    let found = registry().benchmarks.iter().find(|benchmark| benchmark.said.name == name);
    found.ok_or_else(|| usage!("no benchmark is called {name}"))
}

/// How many threads of one group run each of these functions.
fn shares(asked: &Opening, threads: u64, called: &[&'static Routine]) -> Result<Vec<usize>, Failure> {
    let (benchmark, tg) = (asked.said("benchmark"), asked.said("tg"));
    let of_group = !called[0].said.group.is_empty();
    let given = asked.fields.iter().any(|(name, _)| name == "tg");
    if given && !of_group {
        return Err(usage!("tg={tg}, but {benchmark} is no group"));
    }
    let all: Vec<usize> = if given {
        tg.split(',').map(|one| number("tg", one, 0, MAX_THREADS).map(|share| share as usize)).collect::<Result<_, _>>()?
    } else {
        called.iter().map(|one| one.said.threads.max(1) as usize).collect()
    };
    if all.len() != called.len() {
        return Err(usage!("tg={tg} has {} numbers, but {benchmark} has {} members", all.len(), called.len()));
    }
    let each: usize = all.iter().sum();
    if each == 0 || threads % each as u64 != 0 {
        return Err(usage!("threads={threads} is no multiple of the {each} threads of one group"));
    }
    Ok(all)
}

/// Every param given, convertible and known.
fn values(asked: &Opening, needs: &Needs) -> Result<Vec<Value>, Failure> {
    let mut values = Vec::new();
    for &param in &needs.params {
        let name = param.said.name;
        let given = asked.params.iter().find(|(given, _)| given == name).ok_or_else(|| usage!("param {name} is not given"))?;
        let kind = param.said.kind.name;
        let wrong = |shown: &str| usage!("param {name} is of type {kind} and cannot be \"{shown}\"");
        let text = String::from_utf8(given.1.clone()).map_err(|text| wrong(&String::from_utf8_lossy(text.as_bytes())))?;
        match guarded("setup", name, || unsafe { (param.said.assign)(std::ptr::null_mut(), &text) }) {
            Ok(true) => values.push(Value { param, text }),
            Err(Stop::Failed(failure)) => return Err(*failure),
            _ => return Err(wrong(&text)),
        }
    }
    let known = |name: &str| needs.params.iter().any(|param| param.said.name == name);
    match asked.params.iter().find(|(name, _)| !known(name)) {
        Some((name, _)) => Err(usage!("no state of {} has a param {name}", asked.said("benchmark"))),
        None => Ok(values),
    }
}

/// What several threads share must bear it. Fixtures of a shared state's own at levels Trial and Iteration run on one thread while all
/// others wait, so that they alone may take it as `&mut`.
fn refuse_unshareable(needs: &Needs, called: &[&'static Routine], threads: usize, in_group: usize) -> Result<(), Failure> {
    let shared = |class: usize| match registry().classes[class].scope() {
        "Benchmark" => threads > 1,
        "Group" => in_group > 1,
        _ => false,
    };
    for function in called.iter().chain(&needs.fixtures) {
        for (taken, &class) in function.said.takes.iter().zip(&function.classes) {
            let Some(state) = registry().classes[class].state.as_ref().filter(|_| shared(class)) else { continue };
            let (name, scope, short) = (function.said.name, state.scope, short_name(state.name));
            let own = registry().owner_of(function) == Some(class) && ["Trial", "Iteration"].contains(&function.said.level);
            if taken.mutable && !own {
                let what = format!("{}: {name} takes &mut {short}, but several threads share it (Scope.{scope}): take &{short}, or make it \
                                    Scope.Thread", function.place());
                return Err(failure("unsupported", name, what));
            }
            if !taken.of.sync || !taken.of.send {
                let trait_ = if taken.of.sync { "Send" } else { "Sync" };
                let what = format!("{}:{}: several threads share {short} (Scope.{scope}), which is not {trait_}: use atomics or a Mutex in it, \
                                    or make it Scope.Thread", state.path, state.line);
                return Err(failure("unsupported", name, what));
            }
        }
    }
    Ok(())
}

pub fn short_name(full: &str) -> &str {
    full.rsplit(':').next().unwrap_or(full)
}

fn told(asked: &Opening) -> Result<Plan, Failure> {
    let told = |field| asked.number(field, 0, 0, MANY).map(|value| value as i64);
    let unit = asked.said("tu");
    Ok(Plan {
        time_unit: if unit.is_empty() { String::from("ns") } else { unit },
        forks: told("forks")?,
        warmup_forks: told("wforks")?,
        warmup_iterations: told("wi")?,
        warmup_ns: told("w")?,
        measurement_iterations: told("i")?,
        measurement_ns: told("r")?,
        timeout_ns: told("to")?,
    })
}

pub fn open_case(asked: &Opening) -> Result<Case, Failure> {
    let name = asked.said("benchmark");
    let benchmark = benchmark_called(&name)?;
    if let Some(fault) = registry().fault() {
        return Err(failure("internal", "", fault));
    }
    let said = match asked.said("mode") {
        said if said.is_empty() => String::from("avgt"),
        said => said,
    };
    let mode = MODES.into_iter().find(|&mode| mode == said).ok_or_else(|| usage!("mode {said} is none of avgt, thrpt, sample, ss, wall"))?;
    let gc = asked.said("gc");
    if !["", "true", "false", "off"].contains(&gc.as_str()) {
        return Err(usage!("gc={gc} is none of true, false, off"));
    }
    let batch = asked.number("batch", 1, 1, MANY)?;
    let operations_per_invocation = asked.number("opi", 1, 1, MANY)?;
    let warmup_batch = asked.number("wbatch", batch, 1, MANY)?;
    let seed = asked.number("seed", 0, 0, u64::MAX)?;
    let drawn = asked.number("lseed", seed, 0, u64::MAX)?;
    let layout_seed = match asked.said("layout").as_str() {
        "static" => 0,
        "" | "random" => drawn,
        other => return Err(usage!("layout={other} is neither random nor static")),
    };
    let floor = std::ptr::eq(benchmark, &registry().floor);
    let needs = if floor { Needs::default() } else { registry().needs(benchmark) }; // not even a fixture of all
    let values = values(asked, &needs)?;
    if mode == "sample" && needs.takes::<Operations>() {
        let what = "a benchmark that takes Operations cannot be run in mode sample: an invocation has no one number of operations";
        return Err(failure("unsupported", &name, what));
    }
    let mut given: Vec<Given> = values.iter().map(|value| Given {
        key: short_name(value.param.said.name).to_string(),
        name: value.param.said.name,
        text: value.text.clone(),
    }).collect();
    given.sort_by(|a, b| a.key.cmp(&b.key));
    let mut identity = format!("{}-{}", encoded(benchmark.said.name), mode_name(mode));
    for one in &given {
        identity += &format!("-{}-{}", encoded(&one.key), encoded(&one.text));
    }
    let called = if benchmark.is_group() { registry().members_of(benchmark) } else { vec![benchmark] };
    // A field that is there and empty is no number.
    let text = if asked.fields.iter().any(|(field, _)| field == "threads") { asked.said("threads") } else { String::from("1") };
    let threads = number("threads", &text, 1, MAX_THREADS)?;
    let shares = shares(asked, threads, &called)?;
    let (threads, in_group) = (threads as usize, shares.iter().sum());
    refuse_unshareable(&needs, &called, threads, in_group)?;
    let open = Open {
        id: asked.id.clone(), line: asked.line.clone(), benchmark, needs, members: Vec::new(), values, mode, batch, warmup_batch,
        operations_per_invocation, seed, layout_seed, plan: told(asked)?, identity, given, warmup: false, threads,
        group_threads: in_group, meeting: None,
    };
    Case::reserve(open, &deal(threads, &shares), &called)
}
