//! A match: where it began, and the moves made.
//!
//! Knows: whose turn it is, and how a match ends. Must not know: who plays, or what was typed.

use upstar_core::{Player, Rational};

use super::names::{self, NamedMove};
use super::rules::{self, MatchEnd, Reason, WinningCondition, winning_condition};
use crate::value::host::Host;
use crate::value::show::{counted, player_name};
use crate::value::{Result, Value, affine, blocking, points};

/// A position that occurs this often with the same player to move is a draw.
const TIMES: usize = 3;

/// The word before moves that are forbidden, in a record.
pub(super) const FORBID: &str = "forbid";

/// Match: its opening position and the moves made.
#[derive(Debug, Clone)]
pub struct Match {
    start: Value,
    first: Player,
    played: Vec<Played>,
    /// The moves that are forbidden now; `None` before that is decided.
    forbidden: Option<Vec<NamedMove>>,
    resigned: Option<Player>,
}

/// A move that was made.
#[derive(Debug, Clone)]
pub struct Played {
    /// Player who made it.
    pub by: Player,
    /// Name of the move.
    pub name: String,
    /// The position it led to.
    pub to: Value,
    /// Player to move before it.
    pub next: Player,
    /// Gain of Max.
    pub gain: Rational,
    /// Names of the moves that the opponent had forbidden.
    pub forbidden: Vec<String>,
}

impl Match {
    /// Returns a match that begins at `start`, or at the usual opening position of a ruleset, where `first`
    /// is to move unless the rules say whose turn it is.
    ///
    /// # Errors
    /// When `start` is nothing that can be played.
    pub fn new(host: &mut dyn Host, start: Value, first: Player) -> Result<Match> {
        let start = rules::as_typed(rules::opened(host, start)?);
        affine::refuse(&start)?;
        blocking::refuse_sum(&start)?;
        rules::playable(&start)?;
        let first = rules::stated(host, &start)?.unwrap_or(first);
        Ok(Match { start, first, played: Vec::new(), forbidden: None, resigned: None })
    }

    /// Opening position.
    pub fn start(&self) -> &Value {
        &self.start
    }

    /// Player who began.
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

    /// Player to move.
    pub fn to_move(&self) -> Player {
        self.played.last().map_or(self.first, |last| last.next)
    }

    /// Returns the points of Max so far; `None` where the game is not about points.
    pub fn points(&self) -> Option<Rational> {
        let WinningCondition::Points(_) = winning_condition(&self.start) else {
            return None;
        };
        Some(self.played.iter().fold(Rational::from(0), |sum, one| &sum + &one.gain))
    }

    /// Name of a player: Max and Min play for points.
    pub fn name_of(&self, player: Player) -> &'static str {
        match winning_condition(&self.start) {
            WinningCondition::Points(_) => points::name(player),
            _ => player_name(player),
        }
    }

    /// Moves of the player to move that are not forbidden, each with a unique name.
    pub fn moves(&self, host: &mut dyn Host) -> Result<Vec<NamedMove>> {
        let mut moves = names::moves(host, self.position(), self.to_move())?;
        moves.retain(|one| !self.forbids(one));
        Ok(moves)
    }

    fn forbids(&self, one: &NamedMove) -> bool {
        self.forbidden.iter().flatten().any(|forbidden| forbidden.to == one.to)
    }

    /// The moves that are forbidden now; `None` before that is decided, and where nothing is forbidden by the rules.
    pub fn forbidden(&self) -> Option<&[NamedMove]> {
        self.forbidden.as_deref()
    }

    /// How many moves the opponent of the player to move may forbid now; `None` where nothing is to be forbidden, or not any
    /// more.
    ///
    /// # Errors
    /// When the rules fail.
    pub fn to_forbid(&self, host: &mut dyn Host) -> Result<Option<u64>> {
        match blocking::position(self.position()) {
            Some(position) if self.forbidden.is_none() => {
                Ok(Some(host.most_blocked(position)?).filter(|most| *most > 0))
            }
            _ => Ok(None),
        }
    }

    /// Forbids moves of the player to move, each once.
    ///
    /// # Errors
    /// When there are too many.
    pub fn forbid(&mut self, host: &mut dyn Host, mut moves: Vec<NamedMove>) -> Result<()> {
        let most = self.to_forbid(host)?.unwrap_or(0);
        let mut seen: Vec<Value> = Vec::new();
        moves.retain(|one| {
            let is_new = !seen.contains(&one.to);
            seen.push(one.to.clone());
            is_new
        });
        if moves.len() as u64 > most {
            let message = format!(
                "at most {} may be forbidden here",
                counted(most as usize, "move", "moves")
            );
            return Err(rules::illegal(message));
        }
        self.forbidden = Some(moves);
        Ok(())
    }

    /// The moves made, as they are typed again, with what was forbidden before each.
    pub fn record(&self) -> Vec<String> {
        // An entry for each forbidden move: names may contain semicolons.
        let forbidding = |name: &String| format!("{FORBID} {name}");
        let mut all = Vec::new();
        for one in &self.played {
            all.extend(one.forbidden.iter().map(forbidding));
            all.push(one.name.clone());
        }
        all.extend(self.forbidden.iter().flatten().map(|one| forbidding(&one.name)));
        all
    }

    /// Appends a move.
    ///
    /// # Errors
    /// When it cannot be found whose turn it is then.
    pub fn play(&mut self, host: &mut dyn Host, made: NamedMove) -> Result<()> {
        let by = self.to_move();
        let next = rules::next(host, &made.to, by)?;
        let NamedMove { name, to, gain, .. } = made;
        let forbidden = self.forbidden.take().unwrap_or_default();
        let forbidden = forbidden.into_iter().map(|one| one.name).collect();
        self.played.push(Played { by, name, to, next, gain, forbidden });
        Ok(())
    }

    /// Undoes the last move and returns it; `None` if there is none.
    pub fn take_back(&mut self) -> Option<Played> {
        self.forbidden = None;
        self.played.pop()
    }

    /// Undoes a resignation; returns the player who resigned, or `None`.
    pub fn go_on(&mut self) -> Option<Player> {
        self.resigned.take()
    }

    /// Resigns for a player.
    pub fn resign(&mut self, player: Player) {
        self.resigned = Some(player);
    }

    /// Returns how it ended, if it has.
    pub fn ending(&self, host: &mut dyn Host) -> Result<Option<MatchEnd>> {
        if let Some(loser) = self.resigned {
            let points = matches!(winning_condition(&self.start), WinningCondition::Points(_));
            return Ok(Some(MatchEnd::won(loser.opponent(), Reason::Resigned { points })));
        }
        if let Some(mut ending) = rules::ending(host, self.position(), self.to_move())? {
            if let (Reason::Points(rest), Some(points)) = (&mut ending.reason, self.points()) {
                *rest = &*rest + &points;
            }
            return Ok(Some(ending));
        }
        if self.forbidden.is_some() && self.moves(host)?.is_empty() {
            return Ok(Some(rules::stuck(self.position(), self.to_move())));
        }
        Ok(self.comes_again().then_some(MatchEnd { winner: None, reason: Reason::Repetition }))
    }

    /// Reports whether this position has occurred [`TIMES`] times with the same player to move.
    fn comes_again(&self) -> bool {
        let (position, player) = (self.position(), self.to_move());
        let began = usize::from(self.start == *position && self.first == player);
        let came = self.played.iter().filter(|one| one.next == player && one.to == *position);
        began + came.count() >= TIMES
    }
}
