//! Times the programs in `benches/workloads` as a user runs them: whole processes.
//!
//! `cargo bench --bench workloads` runs all of them, `cargo bench --bench workloads -- engine`
//! those whose path contains `engine`. A program begins with two comments: what it computes, and
//! how long it may take, with what others take for it. Prints a table in Markdown: user CPU in
//! seconds (the median of some runs) and the largest memory. An answer that differs from the
//! `//=` comments of a program, or a time above its limit, makes the command fail.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::disallowed_methods)]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

use upstar_core::short::day;
use upstar_core::{Budget, Error, Store};
use wait4::Wait4;

/// Runs of each program; slow ones are run once.
const RUNS: usize = 5;
/// From so many seconds on, a program is slow.
const SLOW: f64 = 1.0;

/// A program is stopped after so many times what it may take.
const PATIENCE: f64 = 3.0;

/// A program to be timed.
struct Workload {
    path: PathBuf,
    title: String,
    /// Seconds.
    limit: f64,
    others: String,
    answers: Vec<String>,
}

/// What a run took.
struct Run {
    seconds: f64,
    kibibytes: u64,
    right: bool,
}

fn main() -> ExitCode {
    let wanted: Vec<String> = env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/workloads");
    let mut paths = Vec::new();
    find(&root, &mut paths);
    paths.sort();
    println!("| workload | user CPU | at most | others | memory |\n|---|---|---|---|---|");
    let named = |path: &PathBuf| {
        wanted.iter().all(|part| path.display().to_string().contains(part.as_str()))
    };
    let chosen: Vec<PathBuf> = paths.into_iter().filter(named).collect();
    let mut all_well = !chosen.is_empty();
    for path in chosen {
        all_well &= report(&read(path));
    }
    match bytes_per_game() {
        Ok(text) => println!("\n{text}"),
        Err(error) => eprintln!("{error}"),
    }
    if all_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The programs in a folder and those in it.
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

/// Reads the comments of a program: `// title`, `// at most 0.5 s; others ...`, `//= answer`.
fn read(path: PathBuf) -> Workload {
    let text = fs::read_to_string(&path).unwrap_or_default();
    let mut comments = text.lines().filter_map(|line| line.strip_prefix("// "));
    let title = comments.next().unwrap_or_default().to_owned();
    let (limit, others) = comments.next().map_or(("", ""), |line| {
        let limit = line.strip_prefix("at most ").unwrap_or_default();
        limit.split_once("; others ").unwrap_or((limit, ""))
    });
    // Without a limit nothing is fast enough.
    let seconds = limit.trim_end_matches(" s").parse().unwrap_or(0.0);
    let answers = text.lines().filter_map(|line| Some(line.split_once("//= ")?.1.to_owned()));
    let answers = answers.collect();
    Workload { title, limit: seconds, others: others.to_owned(), answers, path }
}

/// Prints a row; whether the answers are right and came in time.
fn report(workload: &Workload) -> bool {
    let mut runs = vec![run(workload)];
    while runs.len() < RUNS && runs[0].seconds < SLOW {
        runs.push(run(workload));
    }
    runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let Run { seconds, kibibytes, .. } = runs[runs.len() / 2];
    let right = runs.iter().all(|run| run.right);
    let verdict = match (right, seconds <= workload.limit) {
        (false, true) => " **wrong answer**",
        (false, false) => " **not finished**",
        (true, false) => " **too slow**",
        (true, true) => "",
    };
    println!(
        "| {} | {seconds:.3} s{verdict} | {} s | {} | {} MiB |",
        workload.title.replace('|', "\\|"),
        workload.limit,
        workload.others,
        kibibytes.div_ceil(1024)
    );
    verdict.is_empty()
}

fn run(workload: &Workload) -> Run {
    let patience = (workload.limit * PATIENCE).ceil() + 1.0;
    let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"));
    command.args(["--threads", "1", "--timeout", &patience.to_string()]).arg(&workload.path);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let Ok(mut child) = child else { return Run { seconds: 0.0, kibibytes: 0, right: false } };
    let mut printed = String::new();
    if let Some(out) = &mut child.stdout {
        let _ = std::io::Read::read_to_string(out, &mut printed);
    }
    let Ok(used) = child.wait4() else {
        return Run { seconds: 0.0, kibibytes: 0, right: false };
    };
    let right = used.status.success() && printed.lines().eq(&workload.answers);
    Run { seconds: used.rusage.utime.as_secs_f64(), kibibytes: used.rusage.maxrss / 1024, right }
}

/// What a stored game takes, with its options and with all that is remembered of it.
fn bytes_per_game() -> Result<String, Error> {
    let store = Store::new(Budget::unlimited());
    let games = day(&store, 3)?;
    for pair in games.chunks_exact(2) {
        store.add(pair[0], pair[1])?;
    }
    let (count, all) = (store.len(), store.bytes());
    store.forget_memos();
    let bare = store.bytes();
    Ok(format!(
        "Day 3 and {} sums of its games: {count} stored games of {} bytes each with their options, \
         {} with remembered sums and comparisons.",
        games.len() / 2,
        bare / count,
        all / count
    ))
}
