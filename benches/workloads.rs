//! Times the programs in `benches/workloads` as a user runs them: whole processes.
//!
//! `cargo bench --bench workloads` runs all of them, `cargo bench --bench workloads -- engine`
//! those whose path contains `engine`. A program begins with two comments: what it computes, and
//! how long it may take, with what others were recorded to take for it. Prints a table in Markdown for each folder, as
//! `docs/book/src/speed.md` has them: user CPU in seconds (the median of some runs) and the largest memory. An answer
//! that differs from the `//=` comments of a program, or a time above its limit, is bold and makes the command fail.
//!
//! `// lines 200000` says that the one line of a program goes so many times to `upstar eval -`, which answers each.
//!
//! Other programs are asked the same question in the same run when the environment has commands for them:
//! `// ask cgsuite: game.heap.Kayles(5).NimValue` is what a program called `cgsuite` reads from its standard
//! input to answer the question of the file, and `UPSTAR_BENCH_CGSUITE` is the command, a line for `sh`, which
//! prints the answer and ends. Its time and the ratio to the time of Upstar stand below the tables. It gets
//! `UPSTAR_BENCH_SECONDS` (60).
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::disallowed_methods)]

mod measure;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use measure::{Run, cell};
use upstar_core::short::day;
use upstar_core::{Budget, Error, Store};

/// A program is stopped after so many times what it may take.
const PATIENCE: f64 = 3.0;

/// A program to be timed.
struct Workload {
    path: PathBuf,
    title: String,
    /// Seconds.
    limit: f64,
    recorded: String,
    answers: Vec<String>,
    /// What goes to `upstar eval -` in place of the file; empty if nothing does.
    input: String,
    /// The same question for other programs.
    questions: Vec<Question>,
}

/// A question for another program.
struct Question {
    program: String,
    text: String,
}

fn main() -> ExitCode {
    let wanted: Vec<String> = env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let chosen = measure::programs("workloads", &wanted);
    let mut all_well = !chosen.is_empty();
    let (mut folder, mut others) = (None, Vec::new());
    for path in chosen {
        if folder.as_deref() != path.parent() {
            folder = path.parent().map(Path::to_owned);
            println!("\n| workload | time | others | memory |\n|---|--:|---|--:|");
        }
        all_well &= report(&read(path), &mut others);
    }
    if !others.is_empty() {
        println!("\n{}", others.join("\n"));
    }
    match bytes_per_game() {
        Ok(text) => println!("\n{text}"),
        Err(error) => eprintln!("{error}"),
    }
    if all_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Reads the comments of a program: `// title`, `// at most 0.5 s; others ...`, `// ask program: question`, `//= answer`.
fn read(path: PathBuf) -> Workload {
    let text = fs::read_to_string(&path).unwrap_or_default();
    let mut comments = text.lines().filter_map(|line| line.strip_prefix("// "));
    let title = comments.next().unwrap_or_default().to_owned();
    let (limit, recorded) = comments.next().map_or(("", ""), |line| {
        let limit = line.strip_prefix("at most ").unwrap_or_default();
        limit.split_once("; others ").unwrap_or((limit, ""))
    });
    // Without a limit nothing is fast enough.
    let seconds = limit.trim_end_matches(" s").parse().unwrap_or(0.0);
    let answered: Vec<(&str, &str)> =
        text.lines().filter_map(|line| line.split_once("//= ")).collect();
    let mut answers: Vec<String> =
        answered.iter().map(|(_, answer)| (*answer).to_owned()).collect();
    let lines = text.lines().find_map(|line| line.strip_prefix("// lines ")?.parse().ok());
    let input = match (lines, answered.as_slice()) {
        (Some(lines), [(line, answer)]) => {
            answers = vec![(*answer).to_owned(); lines];
            format!("{}\n", line.trim_end()).repeat(lines)
        }
        _ => String::new(),
    };
    let questions = comments.filter_map(|line| line.strip_prefix("ask ")?.split_once(": "));
    let questions = questions
        .map(|(program, text)| Question { program: program.to_owned(), text: text.to_owned() });
    Workload {
        title,
        limit: seconds,
        recorded: recorded.to_owned(),
        answers,
        input,
        questions: questions.collect(),
        path,
    }
}

/// Prints a row, and adds what other programs take now; whether the answers are right and came in time.
fn report(workload: &Workload, others: &mut Vec<String>) -> bool {
    let patience = (workload.limit * PATIENCE).ceil() + 1.0;
    let run = measure::median(
        || {
            let mut command = measure::upstar(patience, 1);
            match workload.input.is_empty() {
                true => command.arg(&workload.path),
                false => command.args(["eval", "-"]),
            };
            command
        },
        &workload.input,
    );
    let Workload { title, limit, recorded, .. } = workload;
    let (row, recorded) = (cell(title), cell(recorded));
    let Some(Run { seconds, kibibytes, printed, success }) = run else {
        println!("| {row} | **not started** | {recorded} | |");
        return false;
    };
    let right = success && printed.lines().eq(&workload.answers);
    let in_time = seconds <= *limit;
    let shown = match (right, in_time) {
        (true, true) => time(seconds),
        (true, false) => format!("**{}**", time(seconds)),
        (false, true) => "**wrong answer**".to_owned(),
        (false, false) => format!("**not in {seconds:.0} s**"),
    };
    println!("| {row} | {shown} | {recorded} | {} |", kibibytes.div_ceil(1024));
    let questions = workload.questions.iter();
    let now = questions.filter_map(|question| beside(question, seconds));
    others.extend(now.map(|now| format!("- {title}: {now}")));
    right && in_time
}

/// A time with three digits. The clock of processes counts in steps of some milliseconds.
fn time(seconds: f64) -> String {
    match seconds {
        ..0.01 => "< 0.01 s".to_owned(),
        ..1.0 => format!("{seconds:.3} s"),
        ..10.0 => format!("{seconds:.2} s"),
        _ => format!("{seconds:.1} s"),
    }
}

/// What another program takes for a question, and how many times the time of Upstar that is. `None` when the
/// environment has no command for it.
fn beside(question: &Question, seconds: f64) -> Option<String> {
    let Question { program, text } = question;
    let command = env::var(format!("UPSTAR_BENCH_{}", program.to_uppercase())).ok()?;
    let most = env::var("UPSTAR_BENCH_SECONDS").unwrap_or_else(|_| "60".to_owned());
    let run = measure::median(
        || {
            let mut shell = Command::new("timeout");
            shell.args([&most, "sh", "-c", &command]);
            shell
        },
        &format!("{text}\n"),
    );
    Some(match run {
        Some(run) if run.success => {
            // The clock of processes counts in steps of about this length.
            let ratio = run.seconds / seconds.max(0.001);
            let answer = run.printed.trim().lines().last().unwrap_or_default();
            let memory = run.kibibytes.div_ceil(1024);
            format!("{program} {:.3} s, {memory} MiB, {ratio:.1} times: {answer}", run.seconds)
        }
        Some(run) => format!("{program} not in {:.0} s", run.seconds),
        None => format!("{program} does not start"),
    })
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
