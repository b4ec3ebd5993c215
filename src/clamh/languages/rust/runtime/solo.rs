//! Run without a driver: one case in this very process, or the guide's command line handed to clamh.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::case::Case;
use crate::clock::choose_clock;
use crate::each::LAST_WORDS;
use crate::failure::Failure;
use crate::iterated::iterate_case;
use crate::message::flush;
use crate::open::{open_case, whole_number, Opening, MAX_THREADS};
use crate::recorder::own_path;
use crate::registry::{registry, Owned, Routine};
use crate::result::say_result;
use crate::score::{say_score, say_threads, score_of_all, score_unit, short, unit_ns};
use crate::state::Param;
use crate::system::{cpus_of, own_thread_id};

const USAGE: &str = "usage: --solo NAME [-bm avgt|thrpt|sample|ss|wall] [-bs BATCH-SIZE] [-p PARAM=VALUE]...
              [-t THREADS|max|half_max] [-tg THREADS,..] [-wi WARMUP-ITERATIONS] [-w TIME] [-i ITERATIONS] [-r TIME]";

struct Solo {
    benchmark: &'static Routine,
    opening: Opening,
    warmup_iterations: Option<u64>,
    warmup_ns: Option<i64>,
    iterations: Option<u64>,
    measurement_ns: Option<i64>,
}

/// "200ms"; a bare number is seconds, as in the guide and in JMH.
fn duration(text: &str) -> Option<i64> {
    let (digits, unit) = text.split_at(text.find(|one: char| !one.is_ascii_digit()).unwrap_or(text.len()));
    let unit = unit_ns(if unit.is_empty() { "s" } else { unit })?;
    let number = whole_number(digits, 1_000_000_000_000_000_000 / unit as u64)?;
    Some(number as i64 * unit).filter(|&ns| ns > 0)
}

/// The text of a key in a benchmark's settings, a flat object that our generator wrote.
fn setting(benchmark: &Routine, key: &str) -> Option<&'static str> {
    let (_, from) = benchmark.said.settings.split_once(&format!("\"{key}\":"))?;
    let from = from.trim_start_matches(['[', '"', ' ']);
    from.split([',', '"', ']', '}']).next().filter(|text| !text.is_empty())
}

fn whole_setting(benchmark: &Routine, key: &str) -> Option<u64> {
    setting(benchmark, key).and_then(|text| whole_number(text, u64::MAX >> 1))
}

/// A name may be given short: as the whole, or as what follows the last `::` of some prefix.
fn named(full: &str, given: &str) -> bool {
    full == given || full.strip_suffix(given).map_or(false, |rest| rest.len() > 2 && rest.ends_with("::"))
}

fn refuse(message: &str) -> i32 {
    eprintln!("{message}\n{USAGE}");
    2
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("\n  {name}")).collect()
}

fn all_benchmarks() -> String {
    listed(registry().benchmarks.iter().map(|benchmark| benchmark.said.name))
}

fn chosen(name: &str) -> Result<&'static Routine, String> {
    let all = &registry().benchmarks;
    if let Some(benchmark) = all.iter().find(|benchmark| benchmark.said.name == name) {
        return Ok(benchmark);
    }
    let matching: Vec<&'static Routine> = all.iter().filter(|benchmark| named(benchmark.said.name, name)).collect();
    match matching[..] {
        [only] => Ok(only),
        [] => Err(format!("no benchmark is called {name}; there are:{}", all_benchmarks())),
        _ => Err(format!("more than one benchmark is called {name}:{}", listed(matching.iter().map(|one| one.said.name)))),
    }
}

impl Solo {
    fn params(&self) -> Vec<&'static Owned<Param>> {
        registry().needs(self.benchmark).params
    }

    fn given(&self, param: &Param) -> Option<&[u8]> {
        self.opening.params.iter().find(|(name, _)| name == param.name).map(|(_, value)| value.as_slice())
    }

    fn apply_param(&mut self, value: &str) -> Result<(), String> {
        let params = self.params();
        let there = if params.is_empty() { String::from("; it has none") } else {
            format!("; it has:{}", listed(params.iter().map(|param| param.said.name)))
        };
        let (name, value_of) = value.split_once('=').ok_or_else(|| format!("-p {value}: not one of its params{there}"))?;
        let found: Vec<_> = params.iter().filter(|param| named(param.said.name, name)).collect();
        match found[..] {
            [only] => {
                self.opening.give(only.said.name, value_of);
                Ok(())
            }
            [] => Err(format!("-p {value}: not one of its params{there}")),
            _ => Err(format!("-p {value}: several params are called that{there}")),
        }
    }

    fn apply(&mut self, flag: &str, value: &str) -> Result<(), String> {
        match flag {
            "-p" => return self.apply_param(value),
            "-wi" | "-i" => {
                let number = whole_number(value, 1_000_000).filter(|&number| flag == "-wi" || number > 0);
                let number = number.ok_or_else(|| format!("{flag} {value}: not a number of iterations"))?;
                *(if flag == "-i" { &mut self.iterations } else { &mut self.warmup_iterations }) = Some(number);
            }
            "-w" | "-r" => {
                let ns = duration(value).ok_or_else(|| format!("{flag} {value}: not a time such as 200ms, 1s, 2m"))?;
                *(if flag == "-w" { &mut self.warmup_ns } else { &mut self.measurement_ns }) = Some(ns);
            }
            "-bm" => self.opening.set("mode", value), // open_case checks these
            "-bs" => {
                self.opening.set("batch", value);
                self.opening.set("wbatch", value);
            }
            "-tg" => self.opening.set("tg", value),
            "-t" => self.opening.set("threads", value),
            _ => return Err(format!("--solo does not know {flag}")),
        }
        Ok(())
    }

    /// Params of ParamRows that -p leaves out: they are those of the first row that has what it gives, as in a run.
    fn complete_rows(&mut self) -> Result<(), String> {
        let params = self.params();
        for param in &params {
            let Some(column) = param.said.column.filter(|_| self.given(&param.said).is_none()) else { continue };
            let of_rows = |other: &&&'static Owned<Param>| other.owner == param.owner && other.said.column.is_some();
            let value = |other: &Param, row: usize| other.column.map_or("", |column| column[row]);
            let fits = |row: usize| {
                params.iter().filter(of_rows).all(|other| {
                    self.given(&other.said).map_or(true, |given| given == value(&other.said, row).as_bytes())
                })
            };
            let Some(row) = (0..column.len()).find(|&row| fits(row)) else {
                let rows: String = (0..column.len()).map(|row| {
                    let cells = params.iter().filter(of_rows).map(|other| format!(" {}={}", other.said.name, value(&other.said, row)));
                    format!("\n {}", cells.collect::<String>())
                }).collect();
                return Err(format!("no row has what -p gives, and it does not give {}; there are:{rows}", param.said.name));
            };
            self.opening.give(param.said.name, column[row]);
        }
        Ok(())
    }

    /// As many threads as are asked for, of a group as whole groups.
    fn complete_threads(&mut self) -> Result<(), String> {
        let asked = self.opening.said("threads");
        let cpus = cpus_of(&[own_thread_id()]).max(1) as u64;
        let threads = match asked.as_str() {
            "half_max" | "-2" => Some(cpus.div_ceil(2)),
            "max" | "-1" => Some(cpus),
            text => whole_number(text, MAX_THREADS).filter(|&threads| threads > 0),
        };
        let mut threads = threads.ok_or_else(|| format!("-t {asked}: no number of threads from 1 to {MAX_THREADS}, nor max or half_max"))?;
        if self.benchmark.is_group() {
            if self.opening.said("tg").is_empty() {
                let own: Vec<String> = registry().members_of(self.benchmark).iter().map(|one| one.said.threads.to_string()).collect();
                self.opening.set("tg", own.join(","));
            }
            // open_case says what is wrong with what is no number.
            let each: u64 = self.opening.said("tg").split(',').filter_map(|one| whole_number(one, MAX_THREADS)).sum();
            threads = if each > 0 { threads.next_multiple_of(each) } else { threads };
        }
        self.opening.set("threads", threads.to_string());
        Ok(())
    }

    /// What the source says, where the command line did not.
    fn complete(&mut self) {
        let (benchmark, mode) = (self.benchmark, self.opening.said("mode"));
        let single = mode == "ss";
        let whole = |key| whole_setting(benchmark, key);
        self.warmup_iterations = self.warmup_iterations.or(whole("warmup_iterations")).or(Some(if single { 0 } else { 5 }));
        self.iterations = self.iterations.or(whole("measurement_iterations")).or(Some(if single { 1 } else { 5 }));
        self.warmup_ns = self.warmup_ns.or(whole("warmup_time_ns").map(|ns| ns as i64)).or(Some(300_000_000));
        self.measurement_ns = self.measurement_ns.or(whole("measurement_time_ns").map(|ns| ns as i64)).or(Some(200_000_000));
        let unit = setting(benchmark, "time_unit").filter(|unit| unit_ns(unit).is_some());
        self.opening.set("tu", unit.unwrap_or(if mode == "thrpt" { "s" } else { "ns" }));
        for (field, value) in [("wi", self.warmup_iterations), ("i", self.iterations)] {
            self.opening.set(field, value.unwrap_or(0).to_string());
        }
        for (field, value) in [("w", self.warmup_ns), ("r", self.measurement_ns)] {
            self.opening.set(field, value.unwrap_or(0).to_string());
        }
    }

    fn say(&self, case: &Case) {
        let described = match case.open.mode {
            "thrpt" => "Throughput, ops/time",
            "sample" => "Sampling time",
            "ss" => "Single shot invocation time",
            "wall" => "Wall time, time/op",
            _ => "Average time, time/op",
        };
        println!("Benchmark: {}\nBenchmark mode: {described}", case.open.benchmark.said.name);
        say_threads(case);
        say_phase("Warmup", self.warmup_iterations, self.warmup_ns, case, case.open.warmup_batch);
        if setting(self.benchmark, "auto_warmup") == Some("true") && case.open.mode != "ss" {
            println!("AutoWarmup: left out; clamh run warms up until steady");
        }
        say_phase("Measurement", self.iterations, self.measurement_ns, case, case.open.batch);
        let values: Vec<String> = case.open.values.iter().map(|value| format!("{} = {}", value.param.said.name, value.text)).collect();
        println!("{}", if values.is_empty() { String::new() } else { format!("Parameters: ({})\n", values.join(", ")) });
    }

    fn run(&self) -> Result<(), Failure> {
        let mut case = open_case(&self.opening)?;
        self.say(&case);
        let mut scores = Vec::new();
        let (warmup, all) = (self.warmup_iterations.unwrap_or(0), self.iterations.unwrap_or(0));
        for at in 0..warmup + all {
            case.open.warmup = at < warmup;
            let (index, phase) = if case.open.warmup { (at + 1, "warmup ") } else { (at - warmup + 1, "") };
            let ns = if case.open.warmup { self.warmup_ns } else { self.measurement_ns };
            let (time_ns, batches) = if case.open.mode == "ss" { (0, 1) } else { (ns.unwrap_or(0), 0) };
            if let Err(failure) = iterate_case(&mut case, at == 0, at + 1 == warmup + all, time_ns, batches) {
                case.abandon();
                return Err(failure);
            }
            print!("Benchmark {}, {phase}iteration {index}: ", case.open.benchmark.said.name);
            say_score(&case);
            flush();
            if !case.open.warmup {
                scores.push(score_of_all(&case));
            }
        }
        say_result(case.open.benchmark.said.name, &scores, &score_unit(&case.open));
        flush();
        Ok(())
    }
}

fn say_phase(name: &str, iterations: Option<u64>, ns: Option<i64>, case: &Case, batch: u64) {
    let iterations = iterations.unwrap_or(0);
    let plural = if iterations == 1 { "" } else { "s" };
    match (iterations, case.open.mode) {
        (0, _) => print!("{name}: <none>"),
        (_, "ss") => print!("{name}: {iterations} iteration{plural}, single-shot each"),
        _ => print!("{name}: {iterations} iteration{plural}, {} s each", short(ns.unwrap_or(0) as f64 / 1e9)),
    }
    println!("{}", if iterations > 0 && batch > 1 { format!(", {batch} calls per op") } else { String::new() });
}

fn complain(failure: &Failure) {
    flush();
    let within = if failure.place.is_empty() { "" } else { " in " };
    eprintln!("{}{within}{}: {}", failure.reason, failure.place, failure.message);
}

fn prepared(arguments: &[String]) -> Result<Solo, String> {
    let name = arguments.first().ok_or_else(|| format!("--solo needs the name of a benchmark; there are:{}", all_benchmarks()))?;
    let benchmark = chosen(name)?;
    let mut opening = Opening { id: String::from("solo"), ..Default::default() };
    opening.set("benchmark", benchmark.said.name);
    opening.set("threads", setting(benchmark, "threads").unwrap_or("1"));
    opening.set("mode", setting(benchmark, "modes").unwrap_or("avgt"));
    for (field, key) in [("opi", "operations_per_invocation"), ("batch", "measurement_batch_size"), ("wbatch", "warmup_batch_size")] {
        opening.set(field, whole_setting(benchmark, key).unwrap_or(1).to_string());
    }
    let mut solo = Solo { benchmark, opening, warmup_iterations: None, warmup_ns: None, iterations: None, measurement_ns: None };
    for param in solo.params() {
        if let Some(value) = param.said.values.first() {
            solo.opening.give(param.said.name, *value);
        }
    }
    for pair in arguments[1..].chunks(2) {
        let [flag, value] = pair else { return Err(format!("{} needs a value", pair[0])) };
        solo.apply(flag, value)?;
    }
    solo.complete_rows()?;
    solo.complete_threads()?;
    solo.complete();
    Ok(solo)
}

/// After --solo; the process's exit code.
pub fn run_solo(arguments: &[String]) -> i32 {
    let solo = match prepared(arguments) {
        Ok(solo) => solo,
        Err(problem) => return refuse(&problem),
    };
    if !choose_clock() {
        return refuse("CLAMH_CLOCK must be counted:NS with NS above 0");
    }
    let _ = LAST_WORDS.set(|_, failure| complain(failure)); // once
    match solo.run() {
        Ok(()) => 0,
        Err(failure) => {
            complain(&failure);
            if failure.reason == "usage" { 2 } else { 1 }
        }
    }
}

/// The clamh that published this artifact, which it wrote behind it.
fn builder(own: &Path) -> Option<PathBuf> {
    const MARK: &[u8] = b"\n//clamh=";
    let mut file = File::open(own).ok()?;
    let size = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(size.saturating_sub(8192))).ok()?;
    let mut end = Vec::new();
    file.read_to_end(&mut end).ok()?;
    let at = end.windows(MARK.len()).rposition(|words| words == MARK)?;
    let program = end[at + MARK.len()..].strip_suffix(b"\n")?;
    Some(PathBuf::from(OsStr::from_bytes(program)))
}

/// Everything else: clamh has the command line.
pub fn hand_over() -> i32 {
    let own = own_path();
    let mut artifact = OsString::from("rust:");
    artifact.push(&own);
    let home = env::var_os("CLAMH_HOME").map(PathBuf::from);
    let places = ["bin/clamh", ".venv/bin/clamh"].iter().filter_map(|place| home.as_ref().map(|home| home.join(place)));
    let built_by = builder(&own);
    for clamh in built_by.iter().cloned().chain([PathBuf::from("clamh")]).chain(places) {
        let _ = Command::new(clamh).args(["run", "--artifact"]).arg(&artifact).args(env::args_os().skip(1)).exec(); // the next one, then
    }
    eprintln!("clamh is needed for this and is neither on PATH nor under $CLAMH_HOME (bin, .venv/bin).");
    if let Some(program) = built_by {
        eprintln!("{}, which built this, is not there any more: build it again with `clamh build`.", program.display());
    }
    let flags = "[-bm MODE] [-bs N] [-t N] [-tg N,..] [-p PARAM=VALUE] [-wi N] [-w TIME] [-i N] [-r TIME]";
    eprintln!("Without it: {} --solo NAME {flags}", own.display());
    eprintln!("with one of these as NAME:{}", all_benchmarks());
    2
}
