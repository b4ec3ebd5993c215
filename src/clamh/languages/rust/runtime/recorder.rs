//! Handing `invoke` to the recording build: the executable beside this one whose Blackhole writes down.

use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::fd::{AsRawFd as _, FromRawFd as _};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{self, Command};

use crate::case::Case;
use crate::failure::{failure, Failure};
use crate::message::{flush, Channel};
use crate::system;

/// Of this executable.
pub fn own_path() -> PathBuf {
    env::current_exe().unwrap_or_else(|_| PathBuf::from(env::args_os().next().unwrap_or_default()))
}

/// A file that nobody else finds, and that is gone when it is closed.
fn temporary_file() -> io::Result<File> {
    let path = env::temp_dir().join(format!("clamh-{}", process::id()));
    let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
    fs::remove_file(path)?;
    Ok(file)
}

/// Becomes that executable, which opens the same cases and answers `line`; the Failure says why it does not.
pub fn become_recorder(cases: &[Case], line: &[u8], channel: &Channel) -> Failure {
    let mut path = own_path().into_os_string();
    path.push(".recording");
    if !fs::metadata(&path).map_or(false, |file| file.is_file()) {
        let why = "is missing: it is built with the artifact, which was moved without it";
        return failure("unsupported", "invoke", format!("{} {why}", path.to_string_lossy()));
    }
    let mut left = Vec::new();
    for text in cases.iter().map(|case| case.open.line.as_slice()).chain([line]) {
        left.extend_from_slice(text);
        left.push(b'\n');
    }
    left.extend_from_slice(&channel.pending);
    let written = temporary_file().and_then(|mut file| file.write_all(&left).and_then(|()| file.rewind()).map(|()| file));
    let file = match written {
        Ok(file) => file,
        Err(error) => return failure("internal", "invoke", format!("no temporary file: {error}")),
    };
    let (input, output) = (channel.input.as_raw_fd(), channel.output.as_raw_fd());
    for kept in [file.as_raw_fd(), input, output] {
        system::inherit(kept, true);
    }
    flush();
    let error = Command::new(&path)
        .env("CLAMH_IN", input.to_string())
        .env("CLAMH_OUT", output.to_string())
        .env("CLAMH_REPLAY", format!("{}:{}", file.as_raw_fd(), cases.len()))
        .exec();
    failure("internal", "invoke", format!("{}: {error}", path.to_string_lossy()))
}

/// In the recording build: puts the lines that it was left before those of the channel, and says how many are answered already.
pub fn replay(channel: &mut Channel) -> usize {
    let left = env::var("CLAMH_REPLAY").unwrap_or_default();
    let Some((descriptor, answered)) = left.split_once(':').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?))) else { return 0 };
    env::remove_var("CLAMH_REPLAY");
    let mut file = unsafe { File::from_raw_fd(descriptor) };
    // A file that was just written; of what cannot be read the driver hears as of an end.
    let _ = file.read_to_end(&mut channel.pending);
    answered
}
