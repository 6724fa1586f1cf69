//! Playing: matches between two players, and what the machine plays in them.
//!
//! Knows: whose turn it is, what moves are called, when a match is over, and which move is best.
//! Must not know: terminals, or how positions are solved; that is asked of [`Host`].

mod choose;
mod draw;
mod effort;
mod names;
mod paths;
mod playouts;
mod read;
mod record;
mod rules;
mod strategy;
mod table;
mod temper;
mod why;

use upstar_core::{Player, Rational};

pub use choose::{Choice, Effort, Knowledge, choose};
pub use draw::board;
pub use names::{Move, cell_name};
pub use read::{Heard, read};
pub use record::{as_input, record, replay};
pub use rules::{Ending, Reason};
pub use strategy::strategy;
pub use why::why;

use crate::value::host::Host;
use crate::value::{Result, Value, points};

/// A position that comes for this time with the same player to move is a draw.
const TIMES: usize = 3;

/// Left's name, or Right's.
pub fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "Left",
        Player::Right => "Right",
    }
}

/// A match: where it began, and the moves made.
#[derive(Debug, Clone)]
pub struct Match {
    start: Value,
    first: Player,
    played: Vec<Played>,
    resigned: Option<Player>,
}

/// A move that was made.
#[derive(Debug, Clone)]
pub struct Played {
    /// Who made it.
    pub by: Player,
    /// What it is called.
    pub name: String,
    /// The position it led to.
    pub to: Value,
    /// Whose turn it was then.
    pub next: Player,
    /// What Max got for it.
    pub gain: Rational,
}

impl Match {
    /// A match that begins at `start`, or at the usual opening position of a ruleset, where `first` is to move unless the rules say whose turn
    /// it is.
    ///
    /// # Errors
    /// When `start` is nothing that can be played.
    pub fn new(host: &mut dyn Host, start: Value, first: Player) -> Result<Match> {
        let start = rules::as_typed(rules::opened(host, start)?);
        rules::playable(&start)?;
        let first = rules::stated(host, &start)?.unwrap_or(first);
        Ok(Match { start, first, played: Vec::new(), resigned: None })
    }

    /// Where it began.
    pub fn start(&self) -> &Value {
        &self.start
    }

    /// Who began.
    pub fn first(&self) -> Player {
        self.first
    }

    /// The moves made.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// The position now.
    pub fn position(&self) -> &Value {
        self.played.last().map_or(&self.start, |last| &last.to)
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Player {
        self.played.last().map_or(self.first, |last| last.next)
    }

    /// What Max has got so far; nothing where nobody plays for points.
    pub fn points(&self) -> Option<Rational> {
        let rules::Kind::Points(_) = rules::kind(&self.start) else { return None };
        Some(self.played.iter().fold(Rational::from(0), |sum, one| &sum + &one.gain))
    }

    /// What a player is called: Max and Min play for points.
    pub fn name_of(&self, player: Player) -> &'static str {
        match rules::kind(&self.start) {
            rules::Kind::Points(_) => points::name(player),
            _ => name(player),
        }
    }

    /// The moves that the player to move can make, each with a name of its own.
    ///
    /// # Errors
    /// When they cannot be listed.
    pub fn moves(&self, host: &mut dyn Host) -> Result<Vec<Move>> {
        names::moves(host, self.position(), self.to_move())
    }

    /// Makes a move.
    ///
    /// # Errors
    /// When it cannot be told whose turn it is then.
    pub fn play(&mut self, host: &mut dyn Host, made: Move) -> Result<()> {
        let by = self.to_move();
        let next = rules::next(host, &made.to, by)?;
        let Move { name, to, gain, .. } = made;
        self.played.push(Played { by, name, to, next, gain });
        Ok(())
    }

    /// Takes back the last move; `None` when there is none.
    pub fn take_back(&mut self) -> Option<Played> {
        self.played.pop()
    }

    /// Whoever gave up goes on; `None` when nobody did.
    pub fn go_on(&mut self) -> Option<Player> {
        self.resigned.take()
    }

    /// A player gives up.
    pub fn resign(&mut self, player: Player) {
        self.resigned = Some(player);
    }

    /// How it ended, if it has.
    ///
    /// # Errors
    /// When the moves cannot be listed.
    pub fn ending(&self, host: &mut dyn Host) -> Result<Option<Ending>> {
        if let Some(loser) = self.resigned {
            let points = matches!(rules::kind(&self.start), rules::Kind::Points(_));
            return Ok(Some(Ending::won(loser.opponent(), Reason::Resigned { points })));
        }
        if let Some(mut ending) = rules::ending(host, self.position(), self.to_move())? {
            if let (Reason::Points(rest), Some(points)) = (&mut ending.reason, self.points()) {
                *rest = &*rest + &points;
            }
            return Ok(Some(ending));
        }
        Ok(self.comes_again().then_some(Ending { winner: None, reason: Reason::Repetition }))
    }

    /// Whether this position has come often enough with the same player to move.
    fn comes_again(&self) -> bool {
        let (position, player) = (self.position(), self.to_move());
        let began = usize::from(self.start == *position && self.first == player);
        let came = self.played.iter().filter(|one| one.next == player && one.to == *position);
        began + came.count() >= TIMES
    }
}
