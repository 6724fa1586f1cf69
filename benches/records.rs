//! Questions for hours or days: the programs in `benches/records`.
//!
//! `cargo bench --bench records` lists them. `cargo bench --bench records -- cram-6x7 hours=10` runs those whose path
//! contains `cram-6x7`, for ten hours at most (default: one), and prints a row: user CPU in seconds, and the largest
//! memory. More words are
//!
//! - `tables=FOLDER`: answers on the way are kept there, and a run that was ended goes on with them;
//! - `memory=16G`: a search forgets what cost least to find;
//! - `threads=8`: 1 if it is not said.
//!
//! A program begins with three comments: what it computes, what is known of the answer, and what was reached.
#![allow(clippy::print_stdout, clippy::disallowed_methods)]

mod measure;

use std::process::{Command, ExitCode};
use std::{env, fs};

use measure::cell;

/// Seconds in an hour.
const HOUR: f64 = 3600.0;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let (settings, wanted): (Vec<String>, Vec<String>) =
        words.into_iter().partition(|word| word.contains('='));
    let records = measure::programs("records", &wanted);
    println!("| record | known | reached | time | memory |\n|---|---|---|--:|--:|");
    let mut all_well = !records.is_empty();
    for path in records {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let comments = text.lines().filter_map(|line| line.strip_prefix("// ")).take(3);
        let row = comments.map(cell).collect::<Vec<String>>().join(" | ");
        if wanted.is_empty() {
            println!("| {row} | | |");
            continue;
        }
        let command = || {
            let mut command = command(&settings);
            command.arg(&path);
            command
        };
        let run = measure::median(command, "");
        let Some(run) = run.filter(|run| run.success) else {
            println!("| {row} | **no answer** | |");
            all_well = false;
            continue;
        };
        println!("| {row} | {:.1} s | {} |", run.seconds, run.kibibytes.div_ceil(1024));
        println!("\n{}", run.printed);
    }
    if all_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The program, with what the words ask for.
fn command(settings: &[String]) -> Command {
    let setting = |name: &str| {
        settings.iter().find_map(|word| word.split_once('=').filter(|(key, _)| *key == name))
    };
    let number =
        |name, usual| setting(name).map_or(usual, |(_, value)| value.parse().unwrap_or(usual));
    let mut command = measure::upstar(number("hours", 1.0) * HOUR, number("threads", 1.0) as usize);
    for (name, option) in [("tables", "--tables"), ("memory", "--max-memory")] {
        if let Some((_, value)) = setting(name) {
            command.args([option, value]);
        }
    }
    command
}
