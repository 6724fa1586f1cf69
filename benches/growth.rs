//! How the time of six questions grows with their size.
//!
//! `cargo bench --bench growth` runs the programs in `benches/growth`, whole processes on one thread. A program
//! begins with three comments, what is asked, for which sizes, and what its time is spent on, and has `{n}` for
//! the size. Prints a table in Markdown: user CPU in seconds for each size, and the slope of the logarithm of
//! the time over that of the size, by least squares: 2 is a time that grows with the square. What is
//! exponential has a slope that grows with the sizes.
#![allow(clippy::print_stdout, clippy::disallowed_methods)]

mod measure;

use std::process::ExitCode;
use std::{env, fs};

use measure::{Run, cell};

/// Seconds for one size.
const PATIENCE: f64 = 120.0;
/// Below so many seconds a process mostly starts and ends, which says nothing about growth.
const NOISE: f64 = 0.02;

fn main() -> ExitCode {
    let wanted: Vec<String> = env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!(
        "| question | seconds by size | slope | memory | what it is spent on |\n|---|---|--:|--:|---|"
    );
    let series = measure::programs("growth", &wanted);
    let mut all_well = !series.is_empty();
    for path in series {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let mut comments = text.lines().filter_map(|line| line.strip_prefix("// "));
        let title = cell(comments.next().unwrap_or_default());
        let sizes =
            comments.next().and_then(|line| line.strip_prefix("sizes ")).unwrap_or_default();
        let bound = cell(comments.next().unwrap_or_default());
        let (mut points, mut mebibytes) = (Vec::new(), 0);
        for size in sizes.split(' ') {
            let program = text.replace("{n}", size);
            let run = measure::median(
                || {
                    let mut command = measure::upstar(PATIENCE, 1);
                    command.args(["eval", &program]);
                    command
                },
                "",
            );
            let (Some(run), Ok(size)) = (run.filter(answered), size.parse::<f64>()) else {
                println!("| {title} | **no answer for {size}** | | | |");
                all_well = false;
                continue;
            };
            mebibytes = run.kibibytes.div_ceil(1024);
            points.push((size, run.seconds));
        }
        let times: Vec<String> =
            points.iter().map(|(size, seconds)| format!("{size}: {seconds:.2}")).collect();
        let slope = slope(&points).map_or_else(String::new, |slope| format!("{slope:.1}"));
        println!("| {title} | {} | {slope} | {mebibytes} | {bound} |", times.join(", "));
    }
    if all_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn answered(run: &Run) -> bool {
    run.success && !run.printed.trim().is_empty()
}

/// Slope of the logarithms by least squares, of the sizes that take a time that can be measured. `None` for fewer than two.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let logs: Vec<(f64, f64)> = points
        .iter()
        .filter(|(_, seconds)| *seconds >= NOISE)
        .map(|(size, seconds)| (size.ln(), seconds.ln()))
        .collect();
    let count = logs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let spread: f64 = logs.iter().map(|point| (point.0 - x).powi(2)).sum();
    let together: f64 = logs.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    (logs.len() > 1).then(|| together / spread)
}
