//! Errors of boards and rules, pointing into the texts they stand in.

use upstar_core::Player;

use super::spelling::respelt;
use crate::builtins::patterns::pattern_fault;
use crate::diagnostic::Code;
use crate::source::Span;
use crate::syntax::ast::{Name, Rewrite, Text};
use crate::value::graph::{GraphError, GraphKind};
use crate::value::{Fault, Result};
use upstar_core::board::rewrite::{Mistake, RuleError, RuleSide};
use upstar_core::board::{Alphabet, AlphabetError, BoardError, Shape};

/// Fault of a text that is no board; `text` is as typed, at `span` if it is a literal.
pub fn board_fault(
    error: &BoardError,
    text: &str,
    span: Option<Span>,
    board: Option<(&Alphabet, Shape)>,
) -> Fault {
    let code = match error {
        BoardError::ForeignSymbol { .. } => Code::ForeignSymbol,
        BoardError::Ragged { .. } => Code::RaggedBoard,
        BoardError::TooLarge { .. } => Code::TooLarge,
        _ => Code::WrongPosition,
    };
    let mut fault = Fault::new(code, error.to_string());
    fault = match (error, board) {
        (BoardError::ForeignSymbol { symbol: '\n', .. }, _) => {
            fault.help("a board is one line, with `|` between its rows: `\"..|..\"`")
        }
        (BoardError::ForeignSymbol { .. }, Some((alphabet, shape))) => {
            let symbols = format!("the symbols are \"{alphabet}\", the empty cell first");
            match respelt(text, alphabet, shape) {
                Some(board) => {
                    let board = format!("{board:?}");
                    let fault = fault.help(format!("{symbols}; write `{board}`"));
                    match span {
                        Some(span) => fault.fix(format!("Write `{board}`"), span, board),
                        None => fault,
                    }
                }
                None => fault.help(symbols),
            }
        }
        _ => fault,
    };
    match (span, error.offset()) {
        (Some(span), Some(offset)) => {
            fault.label(span.inside_text(text, offset), "here").note(rows(text, offset))
        }
        (Some(span), None) => fault.label(span, "this board"),
        (None, Some(offset)) => fault.note(rows(text, offset)),
        (None, None) => fault,
    }
}

/// Fault of a text that is no graph; `text` is as typed, at `span` if it is a literal.
pub fn graph_fault(error: &GraphError, text: &str, span: Option<Span>, kind: &GraphKind) -> Fault {
    match (span, error.offset()) {
        (Some(span), Some(offset)) => {
            error.fault(kind).label(span.inside_text(text, offset), "here")
        }
        (Some(span), None) => error.fault(kind).label(span, "this graph"),
        (None, _) => error.fault_in(text, kind),
    }
}

/// Row of a board that contains the byte `offset`, below the first one.
fn rows(text: &str, offset: usize) -> String {
    let row = text[..offset.min(text.len())].matches(['|', '\n']).count();
    let shown = |n: usize| -> String {
        let row = text.split(['|', '\n']).nth(n).unwrap_or_default();
        row.chars().take(LONGEST_ROW).collect()
    };
    match row {
        0 => format!("row 1 is {}", shown(0)),
        n => format!("row 1 is {}\nrow {} is {}", shown(0), n + 1, shown(n)),
    }
}

/// Longer rows are cut in messages.
const LONGEST_ROW: usize = 60;

pub(super) fn alphabet_fault(error: &AlphabetError, text: &Text) -> Fault {
    let fault = Fault::new(Code::BadAlphabet, error.to_string()).label(text.span, "this alphabet");
    let is_number = |end: &str| !end.is_empty() && end.bytes().all(|b| b.is_ascii_digit());
    let range = &*text.value;
    if range.split_once("..").is_some_and(|(first, last)| is_number(first) && is_number(last)) {
        return fault.help(format!("a range of numbers has no quotes: `{range}`")).fix(
            format!("Write `{range}`"),
            text.span,
            range,
        );
    }
    fault.help("list every symbol once, the empty cell first: \".xo\"")
}

pub(super) fn rule_fault(Mistake { step, error }: &Mistake, steps: &[Rewrite]) -> Fault {
    let fault = pattern_fault(error);
    let Some(Rewrite { pattern, replacement, .. }) = steps.get(*step) else { return fault };
    if let RuleError::SidesDiffer { .. } | RuleError::RunsDiffer = error {
        return fault
            .label(pattern.span.to(replacement.span), "the two sides")
            .note(format!("before: {}\nafter:  {}", pattern.value, replacement.value));
    }
    let (side, offset) = error.place();
    let side = if side == RuleSide::Replacement { replacement } else { pattern };
    let place = offset.map(|offset| side.span.inside_text(&side.value, offset));
    fault.label(place.unwrap_or(side.span), "here")
}

pub(super) fn no_label(text: &Text) -> Fault {
    Fault::new(Code::BadAlphabet, "a comma and signs that cannot be seen are no labels")
        .label(text.span, "these labels")
        .help("a comma separates the edges of a graph")
}

/// Fails if a picture is for a text that is no symbol of the board.
pub(super) fn check_symbol(symbol: &Text, alphabet: Option<&Alphabet>) -> Result<()> {
    let Some(alphabet) = alphabet else {
        return Err(Fault::new(Code::WrongPosition, "only boards are drawn")
            .label(symbol.span, "there is no board"));
    };
    let mut signs = symbol.value.chars();
    match (signs.next(), signs.next()) {
        (Some(sign), None) if alphabet.symbol(sign).is_some() => Ok(()),
        _ => Err(Fault::new(Code::ForeignSymbol, "this is no symbol of the alphabet")
            .label(symbol.span, "here")
            .help(format!("the symbols are \"{alphabet}\", the empty cell first"))),
    }
}

pub(super) fn no_moves(name: &Name) -> Fault {
    Fault::new(Code::NoMoves, format!("{} does not say where players can move", name.text))
        .label(name.span, "this ruleset")
        .help("for instance: `move n - k for k in 1..n`, or `left ...` and `right ...`")
}

/// Fault of a ruleset without moves for one of the players.
pub(super) fn no_moves_of(name: &Name, player: Player) -> Fault {
    let (own, other) = match player {
        Player::Left => ("left", "right"),
        Player::Right => ("right", "left"),
    };
    Fault::new(Code::NoMoves, format!("{} does not say where {player:?} can move", name.text))
        .label(name.span, "this ruleset")
        .help(format!("if both players move alike, write `move` in the place of `{other}`"))
        .help(format!("if {player:?} never moves, say so: `{own} 0 if false`"))
}

pub(super) fn no_board(steps: &[Rewrite]) -> Fault {
    let fault = Fault::new(Code::WrongPosition, "a rewrite rule needs a board");
    let label = |fault: Fault, step: &Rewrite| fault.label(step.pattern.span, "this rule");
    steps
        .iter()
        .take(1)
        .fold(fault, label)
        .help("say what the position is: `(b: grid of \".xo\")` or `(s: strip of \".xo\")`")
}
