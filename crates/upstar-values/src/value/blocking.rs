//! Games in which the opponent forbids options before each move, as questions see them.
//!
//! Knows: which options win, and which of them to forbid. Must not know: how winners are found.
//!
//! Before each move the opponent forbids up to k options of the player to move; equal options are one. The next move
//! forgets what was forbidden. So the opponent takes the k best options away, and the player gets the best of the others:
//! the (k + 1)-st best one. Where at most k options are there, all can be forbidden. Then the player cannot move and
//! loses; in misère play that player would win, so the opponent leaves the worst option.
//!
//! Source: Smith and Stănică, "Comply/constrain games or games with a Muller twist", Integers 2 (2002), G3; Larsson,
//! "Blocking Wythoff Nim", Electron. J. Combin. 18 (2011), P120.

use std::sync::Arc;

use upstar_core::Player;

use super::host::Host;
use super::{Fault, Position, Result, Ruleset, TermKind, Value};
use crate::diagnostic::Code;

impl Ruleset {
    /// Whether the opponent forbids options before each move.
    pub fn is_blocking(&self) -> bool {
        self.tree.blocking.is_some()
    }
}

/// The position, where options are forbidden.
pub fn position(value: &Value) -> Option<&Arc<Position>> {
    match value {
        Value::Position(position) if position.ruleset.is_blocking() => Some(position),
        _ => None,
    }
}

/// How many options there are, and of how many it is known who wins after them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    /// Most options that are forbidden.
    pub most: u64,
    /// Whether the player who cannot move wins.
    pub misere: bool,
    /// Number of options.
    pub count: u64,
    /// Options after which the player who moved wins.
    pub winning: u64,
    /// Options after which the other player wins.
    pub losing: u64,
}

impl Tally {
    /// Whether the player to move wins; `None` where that is not decided, or neither can force the end.
    ///
    /// She wins with more than `most` winning options, and in misère play when all win: the opponent leaves one. She loses
    /// when the opponent can forbid all but losing options; in misère play one has to be left.
    pub fn decided(&self) -> Option<bool> {
        let must_leave_winning = self.misere && self.winning == self.count;
        if self.winning > self.most || must_leave_winning {
            return Some(true);
        }
        let leaves_losing = !self.misere || self.losing > 0;
        (self.count - self.losing <= self.most && leaves_losing).then_some(false)
    }
}

/// The options of a player, by what they lead to with best play when nothing is forbidden before.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// How many the opponent may forbid.
    pub most: u64,
    /// Those that win.
    pub winning: Vec<Value>,
    /// Those after which neither player can force the end.
    pub drawn: Vec<Value>,
    /// Those that lose.
    pub losing: Vec<Value>,
    /// Whether the player who cannot move wins.
    pub misere: bool,
}

impl Options {
    /// The options of a player in a position.
    ///
    /// # Errors
    /// As for [`Host::blocked_winner`].
    pub fn of(host: &mut dyn Host, position: &Arc<Position>, player: Player) -> Result<Options> {
        let most = host.most_blocked(position)?;
        let misere = position.ruleset.tree.misere;
        let mut options = Options { most, misere, ..Options::default() };
        for option in host.options(position, player)? {
            let Value::Position(to) = &option else { return Err(option.wrong("a position")) };
            let winner = host.blocked_winner(to, player.opponent())?;
            let place = match winner {
                Some(winner) if winner == player => &mut options.winning,
                Some(_) => &mut options.losing,
                None => &mut options.drawn,
            };
            place.push(option);
        }
        Ok(options)
    }

    /// Number of options.
    pub fn count(&self) -> usize {
        self.winning.len() + self.drawn.len() + self.losing.len()
    }

    /// The winner with best play, when `player` is to move; `None` for a draw.
    pub fn winner(&self, player: Player) -> Option<Player> {
        let [count, winning, losing] =
            [self.count(), self.winning.len(), self.losing.len()].map(|number| number as u64);
        let tally = Tally { most: self.most, misere: self.misere, count, winning, losing };
        tally.decided().map(|wins| if wins { player } else { player.opponent() })
    }

    /// The fewest options that the opponent forbids to reach the best result; none where forbidding does not help.
    pub fn to_forbid(&self, player: Player) -> Vec<Value> {
        match self.winner(player) {
            Some(winner) if winner == player => Vec::new(),
            Some(_) => [&self.winning[..], &self.drawn].concat(),
            None => self.winning.clone(),
        }
    }

    /// What an opponent forbids in a match: what reaches the best result, or else as many winning options as possible.
    pub fn forbidden_in_play(&self, player: Player) -> Vec<Value> {
        let best = self.to_forbid(player);
        if !best.is_empty() || self.winner(player) != Some(player) {
            return best;
        }
        let room = usize::try_from(self.most).unwrap_or(usize::MAX);
        let room = room.min(self.count().saturating_sub(usize::from(self.misere)));
        self.winning.iter().take(room).cloned().collect()
    }

    /// The options that are best where nothing is forbidden: those that win, or else draw, or else all.
    pub fn best(self) -> Vec<Value> {
        let Options { winning, drawn, losing, .. } = self;
        [winning, drawn, losing].into_iter().find(|some| !some.is_empty()).unwrap_or_default()
    }
}

/// Refuses sums with positions in which options are forbidden.
///
/// # Errors
/// When there is one among the summands.
pub fn refuse_sum(value: &Value) -> Result<()> {
    let Value::Sum(sum) = value else { return Ok(()) };
    let found = sum.terms().iter().find_map(|term| match &term.kind {
        TermKind::Position(position) if position.ruleset.is_blocking() => Some(position),
        _ => None,
    });
    found.map_or(Ok(()), |position| {
        let name = &position.ruleset.tree.name.text;
        let message = format!("options of {name} are forbidden before each move, and it has no sums");
        let fault = Fault::new(Code::NotByLastMove, message);
        Err(match position.ruleset.is_of_heaps() {
            true => fault
                .note("several heaps are a sum of one position each")
                .help("give the ruleset ordinary parameters: options of all heaps are then forbidden together"),
            false => fault.help("ask about one position at a time"),
        })
    })
}

/// The fault of asking for a value where options are forbidden.
pub fn no_value(ruleset: &Ruleset) -> Fault {
    let name = &ruleset.tree.name.text;
    let message =
        format!("options of {name} are forbidden before each move, so it has no value among games");
    Fault::new(Code::NotByLastMove, message)
        .help("ask `outcome(P)`, `winning_moves(P)`, `blocked_moves(P)` or `explain(outcome(P))`")
}

/// The fault of asking for a strategy where options are forbidden.
pub fn no_strategy(ruleset: &Ruleset) -> Fault {
    let name = &ruleset.tree.name.text;
    let message = format!("a strategy for {name} depends on what is forbidden");
    Fault::new(Code::NotByLastMove, message).help(
        "ask `winning_moves(P, player)` and `blocked_moves(P, player)` in the positions that come",
    )
}

/// The fault of asking for misère play where options are forbidden.
pub fn no_misere(ruleset: &Ruleset) -> Fault {
    let name = &ruleset.tree.name.text;
    let message = format!("options of {name} are forbidden before each move");
    Fault::new(Code::NotByLastMove, message)
        .help("write `play misere` among its rules, where whoever cannot move should win")
}
