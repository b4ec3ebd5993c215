// What a scenario did: one line per call, `PID EVENT` or `PID/THREAD EVENT`, appended at once to the file that CLAMH_TRANSCRIPT names.
use std::fs::OpenOptions;
use std::io::Write;

fn append(thread: &str, event: &str) {
    if let Some(file) = std::env::var_os("CLAMH_TRANSCRIPT") {
        let mut out = OpenOptions::new().append(true).create(true).open(file).expect("the transcript can be opened");
        let line = format!("{}{thread} {event}\n", std::process::id());
        out.write_all(line.as_bytes()).expect("the transcript can be written");
    }
}

pub fn line(event: &str) {
    append("", event);
}

// What thread `thread` of the benchmark did, by ThreadParams: the order of different threads counts between barriers only.
#[allow(dead_code)]
pub fn line_of(thread: i32, event: &str) {
    append(&format!("/{thread}"), event);
}
