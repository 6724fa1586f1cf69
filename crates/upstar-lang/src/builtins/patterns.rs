//! Patterns on boards: looked for, and rewritten.
//!
//! Goals write `"xo" any direction`, and rules `"x" + "." * k -> "." * k + "x"`. The resolver makes calls of these functions
//! of both.

use std::sync::Arc;

use super::typed::{Rest, param, param_of, quaternary, ternary};
use super::{Builtin, Intrinsic, ROW};
use crate::diagnostic::Code;
use crate::value::{Cells, Fault, Result, Value, ops};
use upstar_core::board::rewrite::{Pattern, Rule, RuleError};
use upstar_core::board::{Board, Turns, Written};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "shows",
        params: &[
            param("b"),
            param_of("pattern", "a pattern, as a text"),
            param_of("directions", "directions, as a text"),
        ],
        gives: "a truth value",
        summary: "Whether a pattern is somewhere on a board.",
        details: "Patterns are those of rewrite rules; so are the directions: \"orthogonally\", \
                  \"diagonally\", \"any direction\", \"hexagonally\". In goals write the pattern alone: \
                  `left wins if \"xox\" any direction`.",
        examples: &[
            ("shows(board(Clobber(\"xo.|x.o\")), \"xo\")", "true"),
            ("shows(board(Clobber(\"xo.|x.o\")), \"xx\")", "false"),
            ("shows(board(Clobber(\"xo.|x.o\")), \"xx\", \"orthogonally\")", "true"),
            ("board(Clobber(\"xo.|x.o\")).shows(\"x.|.o\")", "false"),
        ],
        see_also: &["line", "full", "rewritten"],
        run: &ternary(|host, cells: Arc<Cells>, pattern: Arc<str>, turns: Option<Arc<str>>| {
            let turns = turns.as_deref().unwrap_or_default();
            let Some(Written { turns, repeats: false, over_the_border: false, .. }) =
                step(&pattern, &pattern, turns)
            else {
                return Err(no_directions(turns));
            };
            let pattern = Pattern::new(&pattern, turns, &cells.alphabet, cells.shape)
                .map_err(|error| pattern_fault(&error).note(format!("in \"{pattern}\"")))?;
            host.store().budget().reserve(cells.board.symbols().len() as u64)?;
            let is_on = pattern.is_on(&cells.board);
            Ok(Value::Bool(is_on.map_err(|_| too_many_ways(&cells.board, false))?))
        }),
        intrinsic: Some(Intrinsic::Shows),
        ..ROW
    },
    Builtin {
        name: "rewritten",
        params: &[
            param("b"),
            param_of("pattern", "a pattern, as a text"),
            param_of("replacement", "a replacement, as a text"),
            param("..."),
        ],
        summary: "The boards to which a rewrite rule leads.",
        details: "A fourth text has the words after the rule: \"any direction\", \"over the border\", \
                  \"repeatedly\". Three further texts are a step after `then`. Rules write \
                  `\"x\" + \".\" * k -> \".\" * k + \"x\" for k in 1..3`.",
        examples: &[
            (
                "rewritten(board(Clobber(\"xo.\")), \"xo\", \".x\") == {board(Clobber(\".x.\"))}",
                "true",
            ),
            (
                "length(rewritten(board(Clobber(\"...|.x.\")), \"x.\", \".x\", \"any direction\"))",
                "5",
            ),
        ],
        see_also: &["shows", "with"],
        run: &quaternary(
            |host,
             cells: Arc<Cells>,
             pattern: Arc<str>,
             replacement: Arc<str>,
             more: Rest<Arc<str>>| {
                let texts: Vec<Arc<str>> =
                    [pattern, replacement].into_iter().chain(more.0).collect();
                let rule = rule(&texts, &cells)?;
                let many = |_| too_many_ways(&cells.board, rule.repeats());
                let mut boards = Vec::new();
                for board in rule.results(&cells.board).map_err(many)? {
                    host.store().budget().step()?;
                    host.store().budget().reserve(cells.board.symbols().len() as u64)?;
                    let (alphabet, shape) = (cells.alphabet.clone(), cells.shape);
                    boards.push(Value::Board(Arc::new(Cells { board, alphabet, shape })));
                }
                ops::set(&host.store(), boards)
            },
        ),
        intrinsic: Some(Intrinsic::Rewritten),
        ..ROW
    },
];

/// The rule that texts say: pattern, replacement and the words after them, for each step.
fn rule(texts: &[Arc<str>], cells: &Cells) -> Result<Rule> {
    let mut written = Vec::new();
    for part in texts.chunks(3) {
        let [pattern, replacement, words @ ..] = part else {
            let message = "a step has a pattern and a replacement, and then words";
            return Err(Fault::new(Code::WrongCount, message));
        };
        let words = words.first().map_or("", |words| &**words);
        written.push(step(pattern, replacement, words).ok_or_else(|| no_directions(words))?);
    }
    Rule::compile(&written, &cells.alphabet, cells.shape).map_err(|mistake| {
        let step = &written[mistake.step];
        let rule = format!("in \"{}\" -> \"{}\"", step.pattern, step.replacement);
        pattern_fault(&mistake.error).note(rule)
    })
}

/// A step of a rule with the words after it; `None` if they are no such words.
pub fn step<'t>(pattern: &'t str, replacement: &'t str, words: &str) -> Option<Written<'t>> {
    let (words, repeats) = match words.strip_suffix("repeatedly") {
        Some(words) => (words.trim_end(), true),
        None => (words, false),
    };
    let (words, over_the_border) = match words.strip_suffix("over the border") {
        Some(words) => (words.trim_end(), true),
        None => (words, false),
    };
    let turns = match words {
        "" => Turns::None,
        "orthogonally" => Turns::Orthogonally,
        "diagonally" => Turns::Diagonally,
        "any direction" => Turns::AnyDirection,
        "hexagonally" => Turns::Hexagonally,
        _ => return None,
    };
    Some(Written { pattern, replacement, turns, repeats, over_the_border })
}

fn no_directions(words: &str) -> Fault {
    Fault::new(Code::OutOfRange, format!("\"{words}\" says no directions of a pattern")).help(
        "the directions are \"orthogonally\", \"diagonally\", \"any direction\" and \"hexagonally\"",
    )
}

/// Fault of a pattern or a rule, without its place.
pub fn pattern_fault(error: &RuleError) -> Fault {
    let code = match error {
        RuleError::SidesDiffer { .. } | RuleError::RunsDiffer => Code::SidesDiffer,
        RuleError::Ragged { .. } | RuleError::RaggedRuns { .. } => Code::RaggedBoard,
        RuleError::ForeignSymbol { .. } => Code::ForeignSymbol,
        _ => Code::BadRule,
    };
    error.help().into_iter().fold(Fault::new(code, error.to_string()), Fault::help)
}

/// Fault of a rule with runs that has too many stencils on a board of this size, or that repeats a step on it in
/// too many ways.
pub fn too_many_ways(board: &Board, repeats: bool) -> Fault {
    let (rows, columns) = (board.rows(), board.columns());
    let (kind, help) = match repeats {
        true => (
            "that repeats a step",
            "take a smaller board, or one on which fewer steps are possible",
        ),
        false => ("with runs", "take a smaller board, or a rule with fewer runs"),
    };
    Fault::new(
        Code::TooLarge,
        format!("a rule {kind} fits a board of {rows} x {columns} in too many ways"),
    )
    .help(help)
}
