//! Lines in and events out: tab-separated percent-encoded fields, and JSON.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::str;

use crate::system;

pub const LONGEST_LINE: usize = 1 << 20;
/// Two arrays of this many 20-digit numbers stay below both bounds of a line: 1 MiB and 65,536 numbers.
pub const NUMBERS_IN_PART: usize = 16384;

/// The fields of one line (without its newline); none when an escape is malformed.
pub fn decode(line: &[u8]) -> Option<Vec<Vec<u8>>> {
    line.split(|&byte| byte == b'\t').map(decode_field).collect()
}

fn decode_field(field: &[u8]) -> Option<Vec<u8>> {
    let digit = |at: usize| field.get(at).filter(|byte| !byte.is_ascii_lowercase()).and_then(|&byte| char::from(byte).to_digit(16));
    let mut decoded = Vec::with_capacity(field.len());
    let mut at = 0;
    while at < field.len() {
        if field[at] == b'%' {
            decoded.push((digit(at + 1)? * 16 + digit(at + 2)?) as u8);
            at += 3;
        } else {
            decoded.push(field[at]);
            at += 1;
        }
    }
    Some(decoded)
}

/// A JSON string of these bytes; those that are no UTF-8 as \udcXX.
pub fn quote(out: &mut String, bytes: &[u8]) {
    out.push('"');
    let mut left = bytes;
    loop {
        let (valid, broken) = match str::from_utf8(left) {
            Ok(text) => (text, None),
            Err(error) => (str::from_utf8(&left[..error.valid_up_to()]).unwrap_or(""), Some(error.valid_up_to())),
        };
        for one in valid.chars() {
            match one {
                '"' | '\\' => out.extend(['\\', one]),
                '\0'..='\x1f' | '\x7f' => escape(out, one as u32),
                _ => out.push(one),
            }
        }
        let Some(at) = broken else { break };
        escape(out, 0xdc00 + u32::from(left[at]));
        left = &left[at + 1..];
    }
    out.push('"');
}

fn escape(out: &mut String, code: u32) {
    let _ = write!(out, "\\u{code:04x}"); // a String takes everything
}

/// One event under construction: each call adds a member to the innermost object, or with an empty key an element to the
/// innermost array.
pub struct Event(String);

impl Event {
    pub fn new(name: &str) -> Event {
        let mut event = Event(String::from("{"));
        event.text("event", name);
        event
    }

    fn name(&mut self, key: &str) -> &mut String {
        if !self.0.ends_with(['{', '[']) {
            self.0.push(',');
        }
        if !key.is_empty() {
            quote(&mut self.0, key.as_bytes());
            self.0.push(':');
        }
        &mut self.0
    }

    pub fn text(&mut self, key: &str, value: impl AsRef<[u8]>) -> &mut Event {
        quote(self.name(key), value.as_ref());
        self
    }

    pub fn number(&mut self, key: &str, value: impl Into<i128>) -> &mut Event {
        let value: i128 = value.into();
        let _ = write!(self.name(key), "{value}");
        self
    }

    /// Without a point where it is whole.
    pub fn real(&mut self, key: &str, value: f64) -> &mut Event {
        if value.abs() < 1e15 && value == value.trunc() {
            return self.number(key, value as i64);
        }
        let _ = write!(self.name(key), "{value:?}");
        self
    }

    pub fn numbers(&mut self, key: &str, values: &[i64]) -> &mut Event {
        self.begin(key, '[');
        for &value in values {
            self.number("", value);
        }
        self.end(']')
    }

    pub fn boolean(&mut self, key: &str, value: bool) -> &mut Event {
        self.raw(key, if value { "true" } else { "false" })
    }

    pub fn raw(&mut self, key: &str, json: &str) -> &mut Event {
        self.name(key).push_str(json);
        self
    }

    pub fn begin(&mut self, key: &str, bracket: char) -> &mut Event {
        self.name(key).push(bracket);
        self
    }

    pub fn end(&mut self, bracket: char) -> &mut Event {
        self.0.push(bracket);
        self
    }

    /// The whole line.
    pub fn close(&mut self) -> &[u8] {
        self.0.push_str("}\n");
        self.0.as_bytes()
    }
}

/// The parts of an answer that has so many numbers: where each begins and ends, and whether it is the last.
pub fn parts(total: usize) -> impl Iterator<Item = (usize, std::ops::Range<usize>, bool)> {
    let count = total.div_ceil(NUMBERS_IN_PART).max(1);
    (0..count).map(move |part| {
        let from = part * NUMBERS_IN_PART;
        (part, from..total.min(from + NUMBERS_IN_PART), part + 1 == count)
    })
}

pub enum Line {
    Whole(Vec<u8>),
    TooLong,
    End,
}

/// The two pipes to the driver. Reading gives `End` when the driver is gone; writing then ends the process.
pub struct Channel {
    pub input: File,
    pub output: File,
    pub pending: Vec<u8>,
}

impl Channel {
    pub fn read(&mut self) -> Line {
        let mut searched = 0;
        let mut too_long = false;
        loop {
            if let Some(found) = self.pending[searched..].iter().position(|&byte| byte == b'\n') {
                let end = searched + found;
                let mut line: Vec<u8> = self.pending.drain(..=end).collect();
                line.pop();
                return if too_long || end >= LONGEST_LINE { Line::TooLong } else { Line::Whole(line) };
            }
            if self.pending.len() >= LONGEST_LINE {
                too_long = true;
                self.pending.clear();
            }
            searched = self.pending.len();
            let mut bytes = [0; 4096];
            match self.input.read(&mut bytes) {
                Ok(0) => return Line::End,
                Ok(got) => self.pending.extend_from_slice(&bytes[..got]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Line::End,
            }
        }
    }

    /// std ignores SIGPIPE, so that a reader that has gone is an error like others.
    pub fn write(&mut self, line: &[u8]) {
        if self.output.write_all(line).is_err() {
            flush();
            system::end(0);
        }
    }
}

/// What the benchmark printed leaves the process.
pub fn flush() {
    let _ = io::stdout().flush(); // its output is its own; nobody here depends on it
}
