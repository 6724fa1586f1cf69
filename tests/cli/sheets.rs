//! `upstar check` on random sheets: what becomes of a claim does not depend on its neighbours.

use std::fmt::Write as _;
use std::fs;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value as Json;

use super::run;
use crate::length::properties;

/// A claim, and what `check` says of it.
type Claim = (&'static str, &'static str);

const PASSED: &str = "passed";
const FAILED: &str = "failed";
const BLANK: &str = "blank";
/// Out of time or of memory, whichever comes first.
const EXHAUSTED: &str = "G050";
const UNKNOWN: &str = "G0201";
/// It does not parse: it is no check, but an error of its exercise.
const SYNTAX: &str = "G0101";

/// Claims that are judged at once, and need what the sheet defines in its beginning.
const QUICK: &[Claim] = &[
    ("check given == 3", PASSED),
    ("check <0|*> == ^", PASSED),
    ("check given == 4", FAILED),
    ("check mean(<given|1>) == ?", BLANK),
    ("check nimber(Nim(3, 5)) == 6", PASSED),
    ("check value_of(2) == 5", PASSED),
    ("check unbound == 1", UNKNOWN),
    ("check 1 + 1 ==", SYNTAX),
    ("check canonical(Domineering(3, 3)) == ±1", PASSED),
    ("check (1 + 2 == 3", SYNTAX),
];

/// Claims that nothing but a limit ends.
const LONG: &[Claim] = &[
    ("check endless(1) == 1", EXHAUSTED),
    ("check canonical(Domineering(8, 8)) == 0", EXHAUSTED),
    ("check huge(1) == 1", EXHAUSTED),
];

const GIVEN: &str = "\
given := 3
fn value_of(n) { n + given }
fn endless(n) { while true { n := n }; n }
fn huge(n) { all := []; while true { all := all + [[n..n + 100000]] }; n }
";

/// A sheet: an exercise for each claim, or one for all.
fn sheet(claims: &[Claim], apart: bool) -> String {
    let mut text = GIVEN.to_owned();
    for (number, (claim, _)) in claims.iter().enumerate() {
        if apart || number == 0 {
            writeln!(text, "exercise \"number {number}\" {{").unwrap();
        }
        writeln!(text, "  {claim}").unwrap();
        if apart || number + 1 == claims.len() {
            writeln!(text, "}}").unwrap();
        }
    }
    text
}

/// What JSON and what the text say of each line: its verdict, or the code of what is wrong.
fn judged(text: &str) -> (Vec<(u64, String)>, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sheet.game").to_string_lossy().into_owned();
    fs::write(&path, text).unwrap();
    let limits = ["--timeout", "2", "--max-memory", "80M", "check", &path];
    let ran = run(&[&["--json"], &limits[..]].concat(), "");
    let report: Json = serde_json::from_str(ran.out.lines().next().unwrap()).unwrap();
    let list = |key: &str| report[key].as_array().unwrap().clone();
    let checks = list("checks").into_iter().map(|check| {
        let code = check["error"]["code"].as_str().map(str::to_owned);
        let verdict = check["verdict"].as_str().unwrap().to_owned();
        (check["line"].as_u64().unwrap(), code.unwrap_or(verdict))
    });
    let errors = list("errors").into_iter().map(|error| {
        (error["span"]["line"].as_u64().unwrap(), error["code"].as_str().unwrap().to_owned())
    });
    let mut judged: Vec<(u64, String)> = checks.chain(errors).collect();
    judged.sort();
    let shown = run(&limits, "").out;
    (judged, shown)
}

/// Whether each claim of a sheet comes out as it does alone, in JSON and in the text.
fn agree(claims: &[Claim], apart: bool) -> Result<(), TestCaseError> {
    let text = sheet(claims, apart);
    let (judged, shown) = judged(&text);
    let lines = text.lines().zip(1_u64..);
    let stated = lines.filter(|(line, _)| line.starts_with("  check")).map(|(_, number)| number);
    for ((claim, expected), line) in claims.iter().zip(stated) {
        // The reader may notice at the beginning of the next line that something is missing.
        let is_here = |at: u64, verdict: &str| match *expected == SYNTAX {
            true => verdict.starts_with("G01") && (line..=line + 1).contains(&at),
            false => at == line && !verdict.starts_with("G01"),
        };
        let found = judged.iter().filter(|(at, verdict)| is_here(*at, verdict));
        let found: Vec<&str> = found.map(|(_, verdict)| &**verdict).collect();
        // Brackets that are not closed are an error of their own.
        let fits = |one: &str| one.starts_with(expected) || *expected == SYNTAX && one == "G0102";
        let is_well = match *expected == SYNTAX {
            true => found.iter().any(|one| fits(one)),
            false => matches!(&found[..], [one] if fits(one)),
        };
        prop_assert!(is_well, "{claim}: {found:?} in\n{text}");
        // What does not simply hold is listed with its line and its reason.
        if *expected != PASSED {
            let mut rows = shown.lines();
            let row = rows.find(|row| row.contains(&format!("line {line}: {claim}")));
            prop_assert!(row.is_some(), "{claim} is not in\n{shown}\nof\n{text}");
            let reason = rows.next().unwrap_or_default();
            let has_reason = *expected == BLANK || reason.starts_with("          ");
            prop_assert!(has_reason, "{claim} has no reason in\n{shown}");
        }
    }
    Ok(())
}

fn runner(sheets: u32) -> TestRunner {
    TestRunner::new(Config { max_shrink_iters: 20, ..properties(sheets) })
}

#[test]
fn claims_of_random_sheets_come_out_as_alone() {
    for claim in QUICK {
        agree(&[*claim], true).unwrap();
    }
    let claims = prop::collection::vec(prop::sample::select(QUICK), 1..12);
    let both = (claims, any::<bool>());
    runner(20).run(&both, |(claims, apart)| agree(&claims, apart)).unwrap();
}

#[test]
fn a_claim_that_runs_out_costs_itself_only() {
    let long: Vec<Claim> = LONG.to_vec();
    agree(&[QUICK[0], long[1], QUICK[4], long[0], QUICK[7], long[2], QUICK[5]], true).unwrap();
    let claims = prop::sample::select([QUICK, LONG].concat());
    let both = (prop::collection::vec(claims, 1..8), any::<bool>());
    runner(2).run(&both, |(claims, apart)| agree(&claims, apart)).unwrap();
}
