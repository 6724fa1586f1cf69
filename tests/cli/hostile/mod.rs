//! Hostile inputs: texts that are long, deep, broken, or ask for too much, through every way in.
//! Limits hold for all of them, and the program ends by itself.
//!
//! Knows: how the program is run, and what it used. Must not know: what the answers are.

mod shapes;

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, TestRunner};

use crate::length::{cases, number};
use shapes::{
    COUNTED, DEMANDING, LAID, NESTED, REPEATED, UNFINISHED, counted, input, laid, nested, repeated,
};

/// How many inputs are tried.
const CASES: usize = 12;
/// How long an input is at most; shorter ones by default, because tests are not built for speed.
const BYTES: u64 = 150_000;
/// The limits that are set.
const LIMITS: [&str; 4] = ["--timeout", "2", "--max-memory", "200M"];
/// The same with time for a busy machine, where a test is about memory or about an answer.
const PATIENT: [&str; 4] = ["--timeout", "60", "--max-memory", "200M"];
/// What may be used under them by a program that is well optimised and alone on its machine.
const SECONDS: u64 = 3;
const KIBIBYTES: u64 = 300 << 10;

/// How long an input is at most here.
fn bytes() -> usize {
    number("UPSTAR_TEST_BYTES", BYTES) as usize
}

/// How long a run may take here.
fn seconds() -> f64 {
    number("UPSTAR_TEST_SECONDS", 10 * SECONDS) as f64
}

/// How the text gets in.
#[derive(Debug, Clone, Copy)]
enum Entrance {
    File,
    Check,
    CheckJson,
    Argument,
    Line,
    LineJson,
    /// Inputs of several lines, each with limits of its own.
    Pipe,
}

const ENTRANCES: [Entrance; 6] = [
    Entrance::File,
    Entrance::Check,
    Entrance::CheckJson,
    Entrance::Argument,
    Entrance::Line,
    Entrance::LineJson,
];

/// What a run took.
struct Used {
    status: Option<ExitStatus>,
    seconds: f64,
    kibibytes: u64,
    err: String,
}

fn run(entrance: Entrance, limits: [&str; 4], text: &[u8], folder: &Path) -> Used {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("upstar"));
    command.env("NO_COLOR", "1");
    // A line is one input with one limit.
    let line: Vec<u8> = text.iter().map(|&b| if b == b'\n' { b';' } else { b }).collect();
    let mut typed = Vec::new();
    let file = folder.join("hostile.game");
    match entrance {
        Entrance::File | Entrance::Check | Entrance::CheckJson => {
            fs::write(&file, text).unwrap();
            match entrance {
                Entrance::File => command.args(limits),
                Entrance::Check => command.arg("check").args(limits),
                _ => command.args(["check", "--json"]).args(limits),
            };
            command.arg(&file);
        }
        Entrance::Argument => {
            // The system takes arguments of this length, and none with NUL.
            let text = String::from_utf8_lossy(&line[..line.len().min(100_000)]).replace('\0', "");
            command.arg("eval").args(limits).arg("--").arg(text);
        }
        Entrance::Line => {
            command.arg("eval").args(limits).arg("-");
            typed = line;
        }
        Entrance::Pipe => {
            command.args(limits);
            typed = text.to_vec();
        }
        Entrance::LineJson => {
            command.args(["eval", "--json"]).args(limits).arg("-");
            typed = line;
        }
    }
    measured(&mut command, typed)
}

/// Runs a command to its end; one that does not end is ended.
fn measured(command: &mut Command, typed: Vec<u8>) -> Used {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = piped.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stderr = child.stderr.take().unwrap();
    // A program that has ended does not read.
    thread::spawn(move || stdin.write_all(&typed).ok());
    let errors = thread::spawn(move || {
        let mut errors = Vec::new();
        stderr.read_to_end(&mut errors).unwrap();
        String::from_utf8_lossy(&errors).into_owned()
    });
    let mut kibibytes = 0;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break Some(status);
        }
        kibibytes = peak(child.id()).max(kibibytes);
        if start.elapsed() > Duration::from_secs(120) {
            child.kill().unwrap();
            child.wait().unwrap();
            break None;
        }
        thread::sleep(Duration::from_millis(3));
    };
    let seconds = start.elapsed().as_secs_f64();
    Used { status, seconds, kibibytes, err: errors.join().unwrap() }
}

/// The most memory a process has had, where the system says so. Not asked of the system when it
/// has ended: that figure begins with the memory of the process that started it.
fn peak(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn holds(text: &[u8], entrance: Entrance, folder: &Path) -> Result<(), String> {
    let used = run(entrance, LIMITS, text, folder);
    let shown = String::from_utf8_lossy(&text[..text.len().min(60)]).into_owned();
    let errors: String = used.err.chars().take(300).collect();
    let about = format!("{entrance:?} {shown:?} of {} bytes: {errors}", text.len());
    let code = used.status.and_then(|status| status.code());
    if !matches!(code, Some(0..=2)) || used.err.contains("panicked") {
        return Err(format!("ended with {:?}: {about}", used.status));
    }
    if used.seconds > seconds() {
        return Err(format!("took {:.1} s: {about}", used.seconds));
    }
    if used.kibibytes > KIBIBYTES {
        return Err(format!("took {} MB: {about}", used.kibibytes >> 10));
    }
    Ok(())
}

/// Random inputs, each through one entrance.
#[test]
fn limits_hold_for_hostile_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let (cases, seed) = (cases(CASES), number("UPSTAR_TEST_SEED", 0));
    let mut failed = Vec::new();
    let mut runner = TestRunner::new_with_rng(Config::default(), rng(seed));
    for case in 0..cases {
        let text = input(bytes()).new_tree(&mut runner).unwrap().current();
        let entrance = ENTRANCES[case % ENTRANCES.len()];
        failed.extend(holds(&text, entrance, folder.path()).err());
    }
    assert!(failed.is_empty(), "{} of {cases}:\n{}", failed.len(), failed.join("\n"));
}

fn rng(seed: u64) -> proptest::test_runner::TestRng {
    let mut bytes = [7; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let algorithm = proptest::test_runner::RngAlgorithm::ChaCha;
    proptest::test_runner::TestRng::from_seed(algorithm, &bytes)
}

/// Each shape of the lists through each entrance.
#[test]
#[ignore = "takes an hour"]
fn limits_hold_for_every_shape() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = bytes();
    let shapes = REPEATED.iter().map(|shape| repeated(*shape, bytes));
    let shapes = shapes.chain(COUNTED.iter().map(|shape| counted(*shape, bytes)));
    let shapes = shapes.chain(DEMANDING.iter().map(|text| (*text).to_owned()));
    let shapes = shapes.chain(LAID.iter().map(|rules| laid(*rules, 20)));
    let ends = [("1", false), ("@", false), ("1", true)];
    let shapes = shapes.chain(
        NESTED.iter().flat_map(|piece| ends.map(|(core, open)| nested(*piece, 60, core, open))),
    );
    let mut failed = Vec::new();
    for text in shapes {
        for entrance in ENTRANCES {
            failed.extend(holds(text.as_bytes(), entrance, folder.path()).err());
        }
    }
    for shape in UNFINISHED {
        let text = repeated(*shape, bytes);
        failed.extend(holds(text.as_bytes(), Entrance::Pipe, folder.path()).err());
    }
    assert!(failed.is_empty(), "{}:\n{}", failed.len(), failed.join("\n"));
}

/// What takes exponential time when it is read twice at each level, and what takes quadratic time
/// when it is read again at each line.
#[test]
fn nothing_is_read_again_and_again() {
    let folder = tempfile::tempdir().unwrap();
    for (number, piece) in NESTED.iter().enumerate() {
        let (core, open) = [("1", false), ("@", false), ("1", true)][number % 3];
        let text = nested(*piece, 60, core, open);
        holds(text.as_bytes(), Entrance::File, folder.path()).unwrap();
    }
    for shape in UNFINISHED {
        let text = repeated(*shape, BYTES as usize);
        holds(text.as_bytes(), Entrance::Pipe, folder.path()).unwrap();
    }
    let rules = laid(LAID[0], 20);
    holds(rules.as_bytes(), Entrance::File, folder.path()).unwrap();
}

/// The inputs of reports.
#[test]
fn arithmetic_reading_and_suggestions_obey_limits() {
    let folder = tempfile::tempdir().unwrap();
    let list = repeated(("[", "1,", "1]"), 2_000_000);
    let used = run(Entrance::File, PATIENT, list.as_bytes(), folder.path());
    assert_eq!(used.status.and_then(|status| status.code()), Some(1), "{}", used.err);
    assert!(used.err.contains("G0503") && used.kibibytes < 200_000_000 >> 10, "{}", used.kibibytes);

    let name = "a".repeat(1_000_000);
    let used = run(Entrance::File, PATIENT, name.as_bytes(), folder.path());
    assert!(used.err.contains("G0201"), "{}", &used.err[..used.err.len().min(300)]);
    assert!(used.err.len() < 2000 && used.seconds < seconds(), "{}", used.seconds);

    let ran = super::run(&["eval", "--timeout", "20", "10**10**6 % 7"], "");
    assert_eq!((ran.out.as_str(), ran.code), ("4\n", Some(0)), "{}", ran.err);
    let long =
        ["x := 3**5000000; x % (7**2000000); x / 7**2000000", "10**-1000000", "(3/7)**2000000"];
    for text in long {
        holds(text.as_bytes(), Entrance::Line, folder.path()).unwrap();
    }
}

/// Answers that are many, or long, are written while they fit.
#[test]
fn writing_answers_obeys_limits() {
    let folder = tempfile::tempdir().unwrap();
    let many = repeated(("", "1\n", ""), 120_000);
    let used = run(Entrance::LineJson, PATIENT, many.as_bytes(), folder.path());
    assert_eq!(used.status.and_then(|status| status.code()), Some(0), "{}", used.err);
    let shows = |shape: &&(&str, &str, &str)| shape.0.starts_with("x := ");
    let texts = REPEATED.iter().filter(shows).map(|shape| repeated(*shape, BYTES as usize));
    let shows = |text: &&&str| text.starts_with("x := ") && !text.contains("while");
    let texts = texts.chain(DEMANDING.iter().filter(shows).map(|text| (*text).to_owned()));
    for (number, text) in texts.chain([many]).enumerate() {
        // The test of every shape has all entrances.
        for entrance in
            [0, ENTRANCES.len() / 2].map(|by| ENTRANCES[(number + by) % ENTRANCES.len()])
        {
            holds(text.as_bytes(), entrance, folder.path()).unwrap();
        }
    }
    // A check has the time of each statement for each, so this is about one input.
    let slow = repeated(("x := 7**100000\n", "x\n", ""), BYTES as usize);
    for entrance in [Entrance::File, Entrance::Line, Entrance::LineJson] {
        holds(slow.as_bytes(), entrance, folder.path()).unwrap();
    }
}

/// Files of many short statements are read where they fit, and what is kept of them is counted.
#[test]
fn dense_files_are_read_as_far_as_they_fit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dense.game");
    for piece in ["x:=1\n", "x:=[1,2]\n", "check 1==1\n", "f(x):=x\n"] {
        for (pieces, code) in [(20_000, 0), (200_000, 1)] {
            fs::write(&path, piece.repeat(pieces)).unwrap();
            let mut command = Command::new(assert_cmd::cargo::cargo_bin!("upstar"));
            let used = measured(command.args(["check", "--max-memory", "50M"]).arg(&path), vec![]);
            let ended = used.status.and_then(|status| status.code());
            assert_eq!(ended, Some(code), "{piece:?}: {}", used.err);
            assert!(used.kibibytes < 100 << 10, "{piece:?}: {} KiB", used.kibibytes);
            assert_eq!(used.err.contains("G0503"), code == 1, "{piece:?}: {}", used.err);
        }
    }
}

/// The process holds 15 % more than the limit at most.
#[test]
fn resident_memory_stays_near_the_limit() {
    for text in ["length([s for s in subsets(1..22)])", "[text(n) for n in 0..9000000]"] {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("upstar"));
        let used = measured(command.args(["eval", "--max-memory", "320M", text]), vec![]);
        assert!(used.err.contains("G0503"), "{text}: {}", used.err);
        assert!(used.kibibytes < 368 << 10, "{text}: {} KiB", used.kibibytes);
    }
}

/// What an input without enough memory has freed is there for the next one.
#[test]
fn inputs_after_one_that_needs_too_much_memory_have_all_of_it() {
    let typed = "[text(n) for n in 0..3000000]\n1 + 1\nlength([text(n) for n in 0..200000])\n";
    let ran = super::run(&["eval", "--max-memory", "100M", "-"], typed);
    let (first, rest) = ran.out.split_once('\n').unwrap();
    assert!(first.starts_with("error: stopped: this needs more than 100 MiB"), "{first}");
    assert_eq!(rest, "2\n200001\n");
}

/// A pipe that no program writes to is waited for as long as the time limit says.
#[cfg(unix)]
#[test]
fn a_pipe_is_read_within_the_time_limit() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.game");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("upstar"));
    let used = measured(command.args(["--timeout", "1"]).arg(&pipe), Vec::new());
    assert_eq!(used.status.and_then(|status| status.code()), Some(1), "{}", used.err);
    assert!(used.err.contains("G0502"), "{}", used.err);
    assert!(used.seconds < 1.0 + seconds(), "{}", used.seconds);

    let writing = pipe.clone();
    let writer = thread::spawn(move || fs::write(writing, "1 + 1\n").unwrap());
    let output = super::upstar().arg(&pipe).output().unwrap();
    writer.join().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "2\n");
}
