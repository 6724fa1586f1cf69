//! Games about points, as questions see them.

use std::sync::Arc;

use upstar_core::{Player, Rational};

use super::{Fault, Position, Result, Ruleset, TermKind, Value};
use crate::diagnostic::Code;
use crate::resolve::tree::{self, Alternative};

/// A move in a game about points.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Move {
    /// Position after the move.
    pub to: Arc<Position>,
    /// Gain of Max by the move; negative for a gain of Min.
    pub gain: Rational,
}

/// Moves in a position of a game about points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// Play is over, with this score of Max.
    Over(Rational),
    /// The moves of this player, one at least.
    Of(Player, Vec<Move>),
}

/// Result of backward induction for a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The position.
    pub position: Arc<Position>,
    /// Greatest number of moves that are left.
    pub height: u32,
    /// The player to move, also at the end.
    pub mover: Player,
    /// Points of Max from here on.
    pub value: Rational,
    /// First best move; `None` at the end.
    pub best: Option<Arc<Position>>,
}

impl Ruleset {
    /// Whether the players play for points.
    pub fn is_about_points(&self) -> bool {
        self.tree.is_about_points()
    }
}

impl tree::Ruleset {
    /// Whether there is a score, a gain, or a word on whose turn it is.
    pub fn is_about_points(&self) -> bool {
        let gains = |way: &Alternative| match way {
            Alternative::Rewrite { gain, .. } | Alternative::Options { gain, .. } => gain.is_some(),
        };
        let mut ways = self.clauses.iter().flat_map(|clause| &clause.alternatives);
        self.goals.is_empty() && (self.score.is_some() || self.turn.is_some() || ways.any(gains))
    }
}

/// Name of a player where points are counted.
pub fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "Max",
        Player::Right => "Min",
    }
}

/// The fault of a question about the last mover where points decide.
pub fn about_points(ruleset: &Ruleset) -> Fault {
    let name = &ruleset.tree.name.text;
    Fault::new(Code::NotByLastMove, format!("{name} is played for points, not for the last move"))
        .help("ask `value(P, Max)`, `best_moves(P, Max)` or `principal_line(P, Max)`")
}

/// Refuses sums of positions of games about points.
///
/// # Errors
/// When there is one among the summands.
pub fn refuse_sum(value: &Value) -> Result<()> {
    let Value::Sum(sum) = value else { return Ok(()) };
    let found = sum.terms().iter().find_map(|term| match &term.kind {
        TermKind::Position(position) if position.ruleset.is_about_points() => Some(position),
        _ => None,
    });
    found.map_or(Ok(()), |position| Err(about_points(&position.ruleset)))
}

/// The fault of asking for points where there are none.
pub fn without_points(ruleset: &Ruleset) -> Fault {
    let name = &ruleset.tree.name.text;
    if ruleset.tree.goals.is_empty() {
        let message = format!("{name} is decided by the last move, and neither player gets points");
        return Fault::new(Code::NoPoints, message)
            .help("ask `canonical(P)`, `outcome(P)` or `winning_moves(P, Left)`");
    }
    Fault::new(
        Code::NoPoints,
        format!("{name} is decided by a goal, and neither player gets points"),
    )
    .help("ask `outcome(P)` or `winning_moves(P, Left)`")
}
