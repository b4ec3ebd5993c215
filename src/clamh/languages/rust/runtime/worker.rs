//! Answers the driver's commands, one line each (protocol/README.md).

use std::env;
use std::fs::File;
use std::io::Write as _;
use std::os::fd::{AsRawFd as _, FromRawFd as _};
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use crate::case::Case;
use crate::clock::choose_clock;
use crate::describe::describe;
use crate::each::LAST_WORDS;
use crate::failure::{failure, guarded, usage, Failure, Stop};
use crate::invoke::invoke;
use crate::iterated::{iterate_case, iterated, slice_case, sliced};
use crate::measured::measure_sample;
use crate::message::{decode, flush, parts, Channel, Event, Line};
use crate::open::{open_case, whole_number, Opening};
use crate::recorder::{become_recorder, replay};
use crate::registry::registry;
use crate::state::Platform;
use crate::system::{self, own_thread_id};

type Answered = Result<(), Failure>;

struct Worker {
    channel: Channel,
    platform: &'static Platform,
    cases: Vec<Case>,
    invoked: bool,
    replayed: usize, // lines still to come that another process has answered (recorder.rs)
}

const MOST_INVOCATIONS: u64 = 1 << 60;
const MOST_SAMPLES_ASKED: u64 = 10_000_000;
const MOST_CALLS: u64 = 99; // of one `invoke`: all answers are one line

/// The fields of a command as texts; of one that is no UTF-8 nothing but a case's param can be meant.
fn text(field: &[u8]) -> String {
    String::from_utf8_lossy(field).into_owned()
}

fn number(field: &str, most: u64, least: u64) -> Result<u64, Failure> {
    let found = whole_number(field, most).filter(|&value| value >= least);
    found.ok_or_else(|| usage!("\"{field}\" is no whole number in range"))
}

fn count_fields(fields: &[String], wanted: usize) -> Answered {
    if fields.len() == wanted {
        return Ok(());
    }
    Err(usage!("{} takes {} fields, not {}", fields[0], wanted - 1, fields.len() - 1))
}

/// How long one sample of a case took; the Failure has the case's id.
fn sample(case: &mut Case, objects: &[*mut u8], invocations: u64) -> Result<i64, Failure> {
    let name = case.open.benchmark.said.name;
    let thread = &mut *case.threads[0];
    match guarded("benchmark", name, || measure_sample(thread, objects, invocations)).and_then(|outcome| outcome) {
        Ok(elapsed) => Ok(elapsed),
        Err(Stop::Failed(failure)) => Err(Failure { id: Some(case.open.id.clone()), ..*failure }),
        Err(Stop::Released) => Err(failure("internal", name, "nobody could release the only thread")),
    }
}

fn warms_up(phase: &str) -> Result<bool, Failure> {
    if !["warmup", "measurement"].contains(&phase) {
        return Err(usage!("no phase is called {phase}"));
    }
    Ok(phase == "warmup")
}

impl Worker {
    fn at(&self, id: &str) -> Result<usize, Failure> {
        self.cases.iter().position(|case| case.open.id == id).ok_or_else(|| usage!("no open case is called {id}"))
    }

    fn measurable(&self, id: &str) -> Result<usize, Failure> {
        let at = self.at(id)?;
        if self.invoked {
            return Err(usage!("this process has answered `invoke` and measures nothing any more"));
        }
        Ok(at)
    }

    fn in_trial(&self, id: &str) -> Result<usize, Failure> {
        let at = self.measurable(id)?;
        let case = &self.cases[at];
        if !case.in_trial() {
            return Err(usage!("the trial setup of {id} has not run"));
        }
        if case.in_iteration() {
            return Err(usage!("an iteration of slices has not ended"));
        }
        if !case.open.alone() {
            return Err(failure("unsupported", case.open.benchmark.said.name, "samples of several threads are taken by iterate only"));
        }
        Ok(at)
    }

    /// A command that was merely wrong leaves the case as it was; after anything else the case is torn down and closed.
    fn give_up(&mut self, id: &str, failure: &Failure) {
        let open = self.cases.iter().position(|case| case.open.id == id);
        if let Some(at) = open.filter(|_| !["usage", "unsupported"].contains(&failure.reason)) {
            self.cases[at].abandon();
            self.cases.remove(at);
        }
        self.channel.write(&failed(id, failure));
    }

    fn open(&mut self, fields: &[Vec<u8>], line: &[u8]) -> Answered {
        let id = fields.get(1).map(|id| text(id)).filter(|id| !id.is_empty()).ok_or_else(|| usage!("open needs an id"))?;
        if self.at(&id).is_ok() {
            return Err(usage!("case {id} is open already"));
        }
        let mut asked = Opening { id, line: line.to_vec(), ..Default::default() };
        for field in &fields[2..] {
            // A param's own name may hold no `=`, its value may.
            let equals = field.iter().position(|&byte| byte == b'=').ok_or_else(|| usage!("\"{}\" is no KEY=VALUE", text(field)))?;
            let (key, value) = (text(&field[..equals]), &field[equals + 1..]);
            match key.strip_prefix("p:") {
                Some(param) => asked.give(param, value),
                None => asked.set(&key, value), // unknown fields are ignored, as the protocol says
            }
        }
        let case = open_case(&asked)?;
        if self.replayed > 0 {
            self.replayed -= 1;
        } else {
            self.channel.write(opened(&case).close());
        }
        self.cases.push(case);
        Ok(())
    }

    fn iterate(&mut self, fields: &[String]) -> Answered {
        count_fields(fields, 7)?;
        let at = self.measurable(&fields[1])?;
        let case = &mut self.cases[at];
        let warmup = warms_up(&fields[2])?;
        let (time_ns, count) = (number(&fields[3], MOST_INVOCATIONS, 0)?, number(&fields[4], MOST_INVOCATIONS, 0)?);
        let (first, last) = (number(&fields[5], 1, 0)? == 1, number(&fields[6], 1, 0)? == 1);
        if (time_ns > 0) == (count > 0) {
            return Err(usage!("exactly one of time and count must be above 0"));
        }
        let batch = if warmup { case.open.warmup_batch } else { case.open.batch };
        if count > MOST_INVOCATIONS / batch {
            return Err(usage!("count × batch is too large"));
        }
        if case.open.mode == "ss" && time_ns > 0 {
            return Err(usage!("mode ss is measured by count, not by time"));
        }
        if first && case.in_trial() {
            return Err(usage!("the trial has begun already"));
        }
        if case.in_iteration() {
            return Err(usage!("an iteration of slices has not ended"));
        }
        if !first && !case.in_trial() {
            return Err(usage!("the first iterate of a trial needs FIRST = 1"));
        }
        case.open.warmup = warmup;
        iterate_case(case, first, last, time_ns as i64, count)?;
        let mut event = iterated(case);
        self.channel.write(event.close());
        Ok(())
    }

    fn samples(&mut self, fields: &[String]) -> Answered {
        count_fields(fields, 4)?;
        let at = self.in_trial(&fields[1])?;
        let case = &mut self.cases[at];
        let count = number(&fields[2], MOST_INVOCATIONS, 1)?;
        let wanted = number(&fields[3], MOST_SAMPLES_ASKED, 0)?;
        let objects = case.threads[0].objects(case.open.benchmark);
        let elapsed = (0..wanted).map(|_| sample(case, &objects, count)).collect::<Result<Vec<_>, _>>()?;
        for (part, range, last) in parts(elapsed.len()) {
            let mut event = Event::new("samples");
            event.text("case", &fields[1]).number("invocations", count).numbers("sample_ns", &elapsed[range]);
            self.channel.write(event.number("part", part as u64).boolean("last", last).close());
        }
        Ok(())
    }

    fn slice(&mut self, fields: &[String]) -> Answered {
        count_fields(fields, 7)?;
        let at = self.measurable(&fields[1])?;
        let case = &mut self.cases[at];
        let warmup = warms_up(&fields[2])?;
        let (warmin, count) = (number(&fields[3], MOST_INVOCATIONS, 0)?, number(&fields[4], MOST_INVOCATIONS, 1)?);
        let (begin, end) = (number(&fields[5], 2, 0)?, number(&fields[6], 2, 0)?);
        let unsliced = case.open.unsliced();
        if !unsliced.is_empty() {
            return Err(usage!("{} cannot be sliced: {unsliced}", fields[1]));
        }
        if begin != if case.in_iteration() { 0 } else if case.in_trial() { 1 } else { 2 } {
            return Err(usage!("BEGIN is {begin} at the wrong time"));
        }
        case.open.warmup = warmup;
        slice_case(case, begin, end, warmin, count)?;
        self.channel.write(sliced(&self.cases[at]).close());
        Ok(())
    }

    fn invoke(&mut self, fields: &[String], line: &[u8]) -> Answered {
        if fields.len() != 3 {
            count_fields(fields, 2)?;
        }
        let at = self.at(&fields[1])?;
        let calls = fields.get(2).map_or(Ok(1), |field| number(field, MOST_CALLS, 1))?;
        let used = self.cases[at].in_trial();
        if used && !self.cases[at].invokable() {
            return Err(usage!("invoke needs a case of one thread without Control, or one that has not begun its trial"));
        }
        let apart = self.platform.recorded_apart && !cfg!(clamh_recording);
        if apart && !used {
            return Err(become_recorder(&self.cases, line, &self.channel));
        }
        self.invoked = true;
        let mut event = invoke(&mut self.cases[at], calls)?;
        if apart {
            event.boolean("unrecorded", true); // the state that measuring left is in this process, which writes nothing down
        }
        self.channel.write(event.close());
        Ok(())
    }

    fn finish(&mut self, fields: &[String], closing: bool) -> Answered {
        count_fields(fields, 2)?;
        let at = self.at(&fields[1])?;
        let case = &mut self.cases[at];
        if !closing && !case.in_trial() {
            return Err(usage!("the trial setup of {} has not run", fields[1]));
        }
        if case.in_trial() {
            if case.in_iteration() {
                case.end_iteration()?;
            }
            case.end_trial()?;
            case.forget()?;
        }
        let mut event = Event::new(if closing { "closed" } else { "drained" });
        event.text("case", &fields[1]);
        if closing {
            self.cases.remove(at);
        } else {
            event.number("extra_operations", 0);
        }
        self.channel.write(event.close());
        Ok(())
    }

    fn answer(&mut self, raw: &[Vec<u8>], line: &[u8]) -> Answered {
        let fields: Vec<String> = raw.iter().map(|field| text(field)).collect();
        match fields[0].as_str() {
            "describe" => describe(&mut self.channel, self.platform),
            "open" => self.open(raw, line),
            "iterate" => self.iterate(&fields),
            "samples" => self.samples(&fields),
            "slice" => self.slice(&fields),
            "invoke" => self.invoke(&fields, line),
            "drain" => self.finish(&fields, false),
            "close" => self.finish(&fields, true),
            verb => Err(failure("unsupported", "", format!("no command is called {verb}"))),
        }
    }
}

fn opened(case: &Case) -> Event {
    let mut event = Event::new("opened");
    event.text("case", &case.open.id).begin("layout", '{').number("seed", case.open.layout_seed);
    event.number("stack", case.threads[0].stack as u64).begin("offsets", '{');
    let states = || case.open.needs.states.iter().map(|&class| {
        (registry().classes[class].state.as_ref().map_or("", |state| state.name), case.instances(class))
    });
    for (name, all) in states() {
        if let Some(one) = all.first() {
            event.number(name, one.offset.load(Relaxed) as u64);
        }
    }
    event.end('}').begin("addresses", '{');
    for (name, all) in states() {
        event.begin(name, '[');
        for one in all {
            event.text("", format!("{:p}", one.object.load(Relaxed)));
        }
        event.end(']');
    }
    event.end('}').end('}').begin("warnings", '[').end(']');
    if own_thread_id() > 0 {
        event.numbers("threads", &case.thread_ids());
    }
    let unsliced = case.open.unsliced();
    if !unsliced.is_empty() {
        event.text("unsliced", unsliced);
    }
    event.boolean("samples", case.samples()).boolean("invoke", case.invokable());
    event
}

fn failed(id: &str, failure: &Failure) -> Vec<u8> {
    const LONGEST: usize = 1 << 16;
    let mut event = Event::new("failed");
    if !id.is_empty() {
        event.text("case", id);
    }
    let message = failure.message.as_bytes();
    event.text("reason", failure.reason).text("where", &failure.place).text("message", &message[..message.len().min(LONGEST)]);
    event.close().to_vec()
}

static SAID_LAST: AtomicI32 = AtomicI32::new(-1);

/// Writes a failure from whichever thread is left, over the pipe of the only worker there is.
fn last_words(id: &str, failure: &Failure) {
    let mut output = unsafe { std::mem::ManuallyDrop::new(File::from_raw_fd(SAID_LAST.load(Relaxed))) };
    let _ = output.write_all(&failed(id, failure)); // the process ends in any case
}

/// Reads commands until the last; the process's exit code.
pub fn serve(input: i32, output: i32, platform: &'static Platform) -> i32 {
    system::inherit(input, false);
    system::inherit(output, false);
    env::remove_var("CLAMH_IN"); // a benchmark that starts another artifact starts one that runs by itself
    env::remove_var("CLAMH_OUT");
    let (input, output) = unsafe { (File::from_raw_fd(input), File::from_raw_fd(output)) };
    SAID_LAST.store(output.as_raw_fd(), Relaxed);
    let channel = Channel { input, output, pending: Vec::new() };
    let mut worker = Worker { channel, platform, cases: Vec::new(), invoked: false, replayed: 0 };
    worker.replayed = replay(&mut worker.channel);
    if !choose_clock() {
        let why = failure("usage", "CLAMH_CLOCK", "must be counted:NS with NS above 0");
        worker.channel.write(&failed("", &why));
        return 2;
    }
    let _ = LAST_WORDS.set(last_words); // once
    loop {
        let read = worker.channel.read();
        let mut id = String::new();
        let outcome = match read {
            Line::End => {
                flush();
                system::end(0);
            }
            Line::TooLong => Err(usage!("a line is longer than 1 MiB")),
            Line::Whole(line) => match decode(&line) {
                None => Err(usage!("a percent escape is malformed")),
                Some(fields) if fields[0] == b"exit" => break,
                Some(fields) => {
                    id = fields.get(1).map(|id| text(id)).unwrap_or_default();
                    // A panic of ours is a failure of the command's.
                    match guarded("internal", &text(&fields[0]), || worker.answer(&fields, &line)) {
                        Err(Stop::Failed(failure)) => Err(*failure),
                        Err(Stop::Released) => Ok(()),
                        Ok(outcome) => outcome,
                    }
                }
            },
        };
        if let Err(failure) = outcome {
            let whose = failure.id.clone().unwrap_or(id);
            worker.give_up(&whose, &failure);
        }
        flush();
    }
    worker.cases.clear();
    worker.channel.write(Event::new("bye").close());
    0
}
