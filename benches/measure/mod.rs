//! Runs programs as whole processes, and measures the processor time and the memory that they take.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, thread};

use wait4::Wait4;

/// Runs of a program; slow ones are run once.
const RUNS: usize = 5;
/// From so many seconds on, a program is slow.
const SLOW: f64 = 1.0;

/// What a run took, and what it printed.
pub(crate) struct Run {
    /// Processor time of the process in user mode, in seconds.
    pub(crate) seconds: f64,
    /// Largest memory at any moment.
    pub(crate) kibibytes: u64,
    /// Standard output.
    pub(crate) printed: String,
    /// Whether the program ended without an error.
    pub(crate) success: bool,
}

/// The measured program, with a limit of seconds and a number of threads.
pub(crate) fn upstar(seconds: f64, threads: usize) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"));
    command.args(["--threads", &threads.to_string(), "--timeout", &seconds.to_string()]);
    command
}

/// Median run by time, of one or five runs. `None` when the program cannot be started.
pub(crate) fn median(mut command: impl FnMut() -> Command, input: &str) -> Option<Run> {
    let mut runs = vec![run(&mut command(), input)?];
    while runs.len() < RUNS && runs[0].seconds < SLOW && runs[0].success {
        runs.push(run(&mut command(), input)?);
    }
    runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let middle = runs.len() / 2;
    Some(runs.swap_remove(middle))
}

/// Runs a program with `input` as its standard input.
fn run(command: &mut Command, input: &str) -> Option<Run> {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let mut stdin = child.stdin.take()?;
    let input = input.to_owned();
    // A program that does not read its input closes the pipe.
    let writer = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let mut printed = String::new();
    child.stdout.take()?.read_to_string(&mut printed).ok()?;
    let used = child.wait4().ok()?;
    writer.join().ok()?;
    Some(Run {
        seconds: used.rusage.utime.as_secs_f64(),
        kibibytes: used.rusage.maxrss / 1024,
        printed,
        success: used.status.success(),
    })
}

/// The programs of the language below a folder, in the order of their names, whose path contains each of `wanted`.
pub(crate) fn programs(folder: &str, wanted: &[String]) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    find(&Path::new(env!("CARGO_MANIFEST_DIR")).join("benches").join(folder), &mut paths);
    paths.sort();
    paths.retain(|path| {
        wanted.iter().all(|part| path.display().to_string().contains(part.as_str()))
    });
    paths
}

fn find(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            find(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "game") {
            paths.push(path);
        }
    }
}

/// A text in a cell of a table in Markdown.
pub(crate) fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
