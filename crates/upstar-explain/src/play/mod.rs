//! Matches between two players, and the machine's play in them.
//!
//! Knows: whose turn it is, names of moves, the end of a match, and the best move.
//! Must not know: terminals, or how positions are solved, which is left to [`Host`].
//!
//! A match is a value: where it began, who began, and the moves made. A terminal only asks it. A move is what
//! changes. Moves of the evaluator have no names, they are positions. `names` compares the two positions and says
//! what changed, in the fewest words that tell the move from all others. So every ruleset can be played without a
//! word about it. `read.rs` compares typed moves with these names. The effort of the machine is counted in steps of
//! the budget, not in seconds, so a match is the same everywhere and the book can show it.

mod backward_induction;
mod choose;
mod heuristics;
mod names;
mod paths;
mod read;
mod rules;

use std::fmt::Write as _;

use rules::illegal;
use upstar_core::{Player, Rational};

use crate::value::host::Host;
use crate::value::{Fault, Notation, Result, Value, affine, points, show};

pub use backward_induction::strategy;
pub use choose::why;
pub use choose::{Choice, Effort, Knowledge, choose};
pub use names::{Move, cell_name};
pub use read::{MoveReading, read};
pub use rules::{Ending, Reason};

/// A position that occurs this often with the same player to move is a draw.
const TIMES: usize = 3;

/// Returns the name of a player.
pub fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "Left",
        Player::Right => "Right",
    }
}

/// Match: its opening position and the moves made.
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
        rules::playable(&start)?;
        let first = rules::stated(host, &start)?.unwrap_or(first);
        Ok(Match { start, first, played: Vec::new(), resigned: None })
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
        let rules::WinningCondition::Points(_) = rules::winning_condition(&self.start) else {
            return None;
        };
        Some(self.played.iter().fold(Rational::from(0), |sum, one| &sum + &one.gain))
    }

    /// Name of a player: Max and Min play for points.
    pub fn name_of(&self, player: Player) -> &'static str {
        match rules::winning_condition(&self.start) {
            rules::WinningCondition::Points(_) => points::name(player),
            _ => name(player),
        }
    }

    /// Moves of the player to move, each with a unique name.
    pub fn moves(&self, host: &mut dyn Host) -> Result<Vec<Move>> {
        names::moves(host, self.position(), self.to_move())
    }

    /// Appends a move.
    ///
    /// # Errors
    /// When it cannot be found whose turn it is then.
    pub fn play(&mut self, host: &mut dyn Host, made: Move) -> Result<()> {
        let by = self.to_move();
        let next = rules::next(host, &made.to, by)?;
        let Move { name, to, gain, .. } = made;
        self.played.push(Played { by, name, to, next, gain });
        Ok(())
    }

    /// Undoes the last move and returns it; `None` if there is none.
    pub fn take_back(&mut self) -> Option<Played> {
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
    pub fn ending(&self, host: &mut dyn Host) -> Result<Option<Ending>> {
        if let Some(loser) = self.resigned {
            let points =
                matches!(rules::winning_condition(&self.start), rules::WinningCondition::Points(_));
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

    /// Reports whether this position has occurred [`TIMES`] times with the same player to move.
    fn comes_again(&self) -> bool {
        let (position, player) = (self.position(), self.to_move());
        let began = usize::from(self.start == *position && self.first == player);
        let came = self.played.iter().filter(|one| one.next == player && one.to == *position);
        began + came.count() >= TIMES
    }
}

/// The match that begins at `start` with these moves.
///
/// # Errors
/// For the first move that is not allowed, or may be several moves.
pub fn replay(host: &mut dyn Host, start: Value, first: Player, moves: &[String]) -> Result<Match> {
    let mut game = Match::new(host, start, first)?;
    for (n, text) in moves.iter().enumerate() {
        host.store().budget().step()?;
        let made = match read(host, &game, text)? {
            MoveReading::Move(made) => *made,
            other => return Err(not_a_move(&game, n + 1, text, &other)),
        };
        game.play(host, made)?;
    }
    Ok(game)
}

fn not_a_move(game: &Match, number: usize, text: &str, heard: &MoveReading) -> Fault {
    let player = game.name_of(game.to_move());
    match heard {
        MoveReading::Several(moves) => {
            let names: Vec<&str> = moves.iter().take(6).map(|one| one.name.as_str()).collect();
            illegal(format!("move {number}, {text:?}, may be several moves of {player}"))
                .help(format!("say more: {}", names.join(", ")))
        }
        MoveReading::Nothing { reason, near } => {
            let fault = illegal(format!("move {number}, {text:?}, is not allowed: {reason}"));
            match near {
                Some(near) => fault.help(format!("did you mean {near:?}?")),
                None => fault,
            }
        }
        MoveReading::Move(_) => illegal(format!("move {number}, {text:?}, is not allowed")),
    }
}

/// Text of a position as input for a match: within `form` if its moves are those typed.
pub fn as_input(value: &Value, shown: String) -> String {
    match value {
        Value::Typed(_) => format!("form({shown})"),
        Value::LoopyBracket(bracket) if bracket.is_as_typed() => format!("form({shown})"),
        _ => shown,
    }
}

/// Returns a program that plays the match again and checks its end. `before` has the definitions for its
/// position, or `use` of a file.
///
/// # Errors
/// When something in it cannot be written, or it cannot be found whether the match is over.
pub fn record(host: &mut dyn Host, game: &Match, before: &str) -> Result<String> {
    let store = host.store();
    let (start, end) = (show::value(&store, game.start())?, show::value(&store, game.position())?);
    let mut text = String::new();
    let mut line = |line: &str| {
        let _ = writeln!(text, "{line}");
    };
    line("// A match, move by move. `upstar check` says whether it is right, and `upstar play`");
    line("// goes on with it.");
    if !before.trim().is_empty() {
        line(before.trim_end());
    }
    let start = as_input(game.start(), start);
    line(&format!("start := {start}"));
    line(&format!("first := {}", name(game.first())));
    line("played := [");
    for pair in game.played().chunks(2) {
        let names: Vec<String> = pair.iter().map(|one| format!("{:?}", one.name)).collect();
        line(&format!("  {},", names.join(", ")));
    }
    line("]");
    line("end := replay(start, first, played)");
    line("end");
    line(&format!("//= {end}"));
    line(&format!("check end == {end}"));
    if let Some(ending) = game.ending(host)? {
        let player = name(game.to_move());
        line(&format!("// {ending}."));
        if let Reason::NoMove | Reason::Misere | Reason::Goal = ending.reason {
            line(&format!("check moves(end, {player}) == []"));
        }
    }
    Ok(text)
}

/// Blank columns between two pictures.
const GAP: usize = 4;

/// Returns a position in characters, at most `width` columns wide if possible, with coordinates and the
/// letters of summands.
pub fn board(
    host: &mut dyn Host,
    position: &Value,
    notation: Notation,
    width: usize,
) -> Result<String> {
    let parts = names::parts(position)?;
    let store = host.store();
    let ascii = notation == Notation::Ascii;
    let notation = if notation == Notation::Latex { Notation::Unicode } else { notation };
    let column = |n: usize| names::cell_name(1, 0, n);
    let mut blocks = Vec::with_capacity(parts.len());
    for (n, part) in parts.iter().enumerate() {
        let mut wrong = None;
        let mut words = |value: &Value| {
            show::in_notation(&store, value, notation).unwrap_or_else(|fault| {
                wrong.get_or_insert(fault);
                String::new()
            })
        };
        let drawn = match show::figure(names::unsigned(part).as_ref().unwrap_or(part), &mut words) {
            Some(figure) => figure.text_with_places(ascii, &column),
            None => words(part),
        };
        if let Some(fault) = wrong {
            return Err(fault);
        }
        blocks.push(match names::letter(&parts, n) {
            Some(letter) if names::is_negative(part) => {
                format!("{letter} (sides exchanged)\n{drawn}")
            }
            Some(letter) => format!("{letter}\n{drawn}"),
            None => drawn,
        });
    }
    if blocks.is_empty() {
        return Ok("0".to_owned());
    }
    Ok(if names::are_heaps(&parts) { blocks.join("\n") } else { arranged(&blocks, width) })
}

/// Joins blocks of text side by side, as many as fit, with their first lines in one line.
fn arranged(blocks: &[String], width: usize) -> String {
    let wide = |block: &String| block.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut rows: Vec<Vec<&String>> = Vec::new();
    let mut used = 0;
    for block in blocks {
        match rows.last_mut() {
            Some(row) if used + GAP + wide(block) <= width => {
                used += GAP + wide(block);
                row.push(block);
            }
            _ => {
                used = wide(block);
                rows.push(vec![block]);
            }
        }
    }
    let rows: Vec<String> = rows.iter().map(|row| beside(row, &wide)).collect();
    rows.join("\n")
}

fn beside(row: &[&String], wide: &impl Fn(&String) -> usize) -> String {
    let height = row.iter().map(|block| block.lines().count()).max().unwrap_or(0);
    let line = |n: usize| {
        let mut line = String::new();
        for block in row {
            let text = block.lines().nth(n).unwrap_or_default();
            line.push_str(text);
            line.push_str(&" ".repeat(wide(block) - text.chars().count() + GAP));
        }
        line.trim_end().to_owned()
    };
    (0..height).map(line).collect::<Vec<_>>().join("\n")
}
