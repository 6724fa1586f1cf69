//! What is printed can be typed back: for random values, in Unicode, in ASCII, and in braces.

mod core;
pub(crate) mod values;

use std::sync::Arc;

use proptest::prelude::*;
use upstar::session::{CheckVerdict, FileError, FileText, Files, Session};
use upstar::value::{Brackets, Notation};

use crate::length::properties;
use values::{function, game, loopy, parameter, ruleset, shown, surreal, value};

pub(crate) struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str, _: Option<&str>) -> Result<FileText, FileError> {
        Err(FileError::NotFound)
    }
}

fn session() -> Session {
    let mut session = Session::new(crate::support::budget(), Arc::new(NoFiles));
    let prelude = session.eval("prelude", PRELUDE);
    assert!(prelude.diagnostics.is_empty(), "{:?}", prelude.diagnostics);
    session
}

/// Rulesets whose parameters may be anything, and functions.
pub(crate) const PRELUDE: &str = r#"
game Any(a, b = 0)(n) { move n - 1 if n > 0 }
game Kept(n, a = <*|*>) { move (n - 1, a) if n > 0 }
game Cells(b: grid of ".x")(n) { move n - 1 if n > 0 }
twice(x) := x + x
adder(n) := x -> x + n
raised(base) := x -> base : x
pair(a, b) := c -> [a, b, c]
"#;

/// The notations in which what is printed can be typed.
const NOTATIONS: [Notation; 3] =
    [Notation::UNICODE, Notation::ASCII, Notation::UNICODE.with(Brackets::Braces)];

fn reads_back(session: &mut Session, text: &str) -> Result<(), TestCaseError> {
    let bound = session.eval("value", &format!("x := {text}"));
    prop_assert!(bound.diagnostics.is_empty(), "{text}: {:?}", bound.diagnostics);
    NOTATIONS.into_iter().try_for_each(|notation| x_reads_back(session, notation))
}

/// Prints the value of `x` in a notation, and reads it.
fn x_reads_back(session: &mut Session, notation: Notation) -> Result<(), TestCaseError> {
    session.set_notation(notation);
    let shown = session.eval("shown", "x");
    prop_assert!(shown.diagnostics.is_empty(), "{:?}", shown.diagnostics);
    let printed = &shown.answers[0].text;
    let check = session.eval("read back", &format!("check x == ({printed})"));
    prop_assert!(check.diagnostics.is_empty(), "{printed}: {:?}", check.diagnostics);
    let passed = matches!(check.checks[0].verdict, CheckVerdict::Passed);
    prop_assert!(passed, "printed as {printed}: {:?}", check.checks[0]);
    Ok(())
}

proptest! {
    #![proptest_config(properties(400))]

    #[test]
    fn random_games_read_back(text in game()) {
        reads_back(&mut session(), &text)?;
    }

    #[test]
    fn random_loopy_games_read_back(text in loopy()) {
        let mut session = session();
        reads_back(&mut session, &text)?;
        session.set_notation(Notation::LATEX);
        let shown = session.eval("shown", "x");
        prop_assert!(shown.diagnostics.is_empty(), "{text}: {:?}", shown.diagnostics);
        let latex = &shown.answers[0].text;
        prop_assert!(is_balanced(latex), "{text} printed as {latex}");
    }

    #[test]
    fn random_surreal_numbers_read_back(text in surreal()) {
        reads_back(&mut session(), &text)?;
    }

    #[test]
    fn thermographs_of_random_games_read_back(game in game()) {
        reads_back(&mut session(), &format!("thermograph({game})"))?;
    }

    #[test]
    fn random_values_read_back(text in value()) {
        reads_back(&mut session(), &text)?;
    }

    #[test]
    fn functions_read_back(text in function()) {
        reads_back(&mut session(), &text)?;
    }

    /// The value is not enough: ordinal sums depend on the form that was taken along.
    #[test]
    fn forms_that_functions_take_along_read_back(game in game()) {
        let mut session = session();
        session.eval("function", &format!("f := raised(form({game}))"));
        let printed = session.eval("printed", "f").answers[0].text.clone();
        for on_top in ["1", "-1", "*", "<2|*>"] {
            let claim = format!("check ({printed})({on_top}) == f({on_top})");
            let check = session.eval("read back", &claim);
            let passed = matches!(check.checks[0].verdict, CheckVerdict::Passed);
            prop_assert!(passed, "{claim}: {:?}", check.checks[0]);
        }
    }

    #[test]
    fn rulesets_with_any_parameters_read_back(text in ruleset(parameter())) {
        reads_back(&mut session(), &text)?;
    }

    #[test]
    fn pictures_and_explanations_read_back(text in shown()) {
        reads_back(&mut session(), &format!("[{text}]"))?;
    }
}

/// Whether the braces of LaTeX pair up, those that group and those that are shown.
fn is_balanced(latex: &str) -> bool {
    let (mut open, mut escaped) = (Vec::new(), false);
    for sign in latex.chars() {
        match sign {
            '{' => open.push(escaped),
            '}' if open.pop() != Some(escaped) => return false,
            _ => {}
        }
        escaped = sign == '\\' && !escaped;
    }
    open.is_empty()
}

/// Bach's Carousel (Siegel, Coping with cycles): no side of it is a stopper.
#[test]
fn sides_that_are_no_stoppers_read_back() {
    let carousel = "(a where { a: <0, b | 0>, b: <1 | 1, c>, c: <*, d | *>, d: <1* | 1*, a> })";
    let mut session = session();
    for text in [carousel.to_owned(), format!("onside({carousel})"), format!("-{carousel} + over")]
    {
        let asked = session.eval("sides", &format!("is_stopper_sided({carousel})"));
        assert_eq!(asked.answers[0].text, "false");
        reads_back(&mut session, &text).unwrap();
    }
}

/// Values near and beyond the depth that is written out, of a kind and a size.
fn deep(kind: usize, size: usize) -> String {
    let nest = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(size / 2), close.repeat(size / 2))
    };
    match kind {
        0 => format!("heat({size} * ^, 1)"),
        1 => format!("<1|0> : {size}"),
        2 => format!("{size} * tiny(1)"),
        3 => nest("[", "1", "]"),
        4 => nest("{1: ", "<2,3|1,0>", "}"),
        5 => format!("[heat({size} * ^, 1), Nim({size})]"),
        6 => format!("form({}1{})", "<3,4|".repeat(size), ">".repeat(size)),
        _ => format!("10**({size} * 100 - 1)"),
    }
}

#[test]
fn what_is_too_deep_to_be_read_is_not_printed() {
    for (kind, notation) in (0..=7).flat_map(|kind| NOTATIONS.map(|notation| (kind, notation))) {
        let mut printed = 0;
        for size in [100, 470, 930, 957, 964, 990, 1003] {
            let mut session = session();
            session.set_notation(notation);
            let bound = session.eval("value", &format!("x := {}", deep(kind, size)));
            if !bound.diagnostics.is_empty() {
                continue;
            }
            let shown = session.eval("shown", "x");
            match shown.diagnostics.first() {
                Some(refused) => assert_eq!(refused.code.number(), "G0505", "{kind} {size}"),
                None => {
                    x_reads_back(&mut session, notation).unwrap();
                    printed += 1;
                }
            }
        }
        let least = if notation.brackets == Brackets::Braces { 1 } else { 3 };
        assert!((least..7).contains(&printed), "{kind} in {notation}: {printed} were printed");
    }
}
