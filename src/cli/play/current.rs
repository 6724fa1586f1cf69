//! The match that is played at the terminal: its state, and what is shown of it.
//!
//! Knows: that Ctrl-C interrupts the machine. Must not know: what players say.

use upstar_core::Player;

use super::seats::Seats;
use crate::cli::context::Context;
use crate::diagnostic::{Diagnostic, render};
use crate::play;
use crate::play::{Choice, Effort, Match, NamedMove};
use crate::value::host::{Host, Wanted};
use crate::value::{Result as Asked, Value};

/// A match that is played at the terminal.
pub(in crate::cli) struct TerminalMatch<'c> {
    pub(super) context: &'c mut Context,
    pub(super) game: Match,
    pub(super) seats: Seats,
    /// Definitions before the match in its file.
    pub(super) before: String,
    /// Last report of the machine on its play.
    pub(super) claim: Option<String>,
    /// The last move of the machine, and why.
    pub(super) last: Option<(Player, Choice)>,
    /// Whether the machine was stopped, and waits for a word.
    pub(super) stopped: bool,
    /// Whether the position was shown.
    pub(super) shown: bool,
}

impl<'c> TerminalMatch<'c> {
    /// A match that has not begun.
    pub(super) fn new(context: &'c mut Context, game: Match, seats: Seats, before: String) -> Self {
        TerminalMatch {
            context,
            game,
            seats,
            before,
            claim: None,
            last: None,
            stopped: false,
            shown: false,
        }
    }

    /// Sets the number of columns of the screen.
    pub(in crate::cli) fn set_width(&mut self, columns: usize) {
        self.context.terminal.width = columns;
    }

    /// Match that a builtin has requested.
    pub(in crate::cli) fn wanted(
        context: &'c mut Context,
        wanted: Wanted,
        before: String,
    ) -> Result<Self, Diagnostic> {
        let person = wanted.person.unwrap_or(Player::Left);
        let first = wanted.first.unwrap_or(person);
        let game = context.session.ask(|host| Match::new(host, wanted.start, first))?;
        Ok(TerminalMatch::new(context, game, Seats::Person(person), before))
    }

    /// Asks about the match, within the limits.
    pub(super) fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut dyn Host, &Match) -> Asked<T>,
    ) -> Result<T, Diagnostic> {
        let (session, game) = (&mut self.context.session, &self.game);
        self.context.supervisor.compute(|| session.ask(|host| question(host, game))).0
    }

    /// The machine makes a move that is found at once.
    pub(super) fn hurry(&mut self) -> Result<(), Diagnostic> {
        match self.ask(|host, game| play::choose(host, game, Effort::least()))? {
            Some(choice) => self.machine_plays(choice),
            None => Ok(()),
        }
    }

    pub(super) fn machine_plays(&mut self, choice: Choice) -> Result<(), Diagnostic> {
        let player = self.game.to_move();
        let mut text = format!("{} plays {}.", self.game.name_of(player), choice.made.name);
        let claim = choice.claim(&self.game);
        if self.claim.as_ref() != Some(&claim) {
            text.push_str(&format!(" {claim}."));
            self.claim = Some(claim);
        }
        self.wrapped(&text);
        self.last = Some((player, choice.clone()));
        self.make(choice.made)
    }

    /// Makes a move.
    pub(super) fn make(&mut self, made: NamedMove) -> Result<(), Diagnostic> {
        let mut game = self.game.clone();
        self.ask(|host, _| game.play(host, made))?;
        self.game = game;
        self.shown = false;
        self.stopped = false;
        Ok(())
    }

    /// Draws the position.
    pub(super) fn board(&mut self) -> Result<(), Diagnostic> {
        let (notation, width) = (self.context.session.notation(), self.context.terminal.width);
        let drawn = self.ask(|host, game| play::board(host, game.position(), notation, width))?;
        self.context.terminal.line(format!("\n{drawn}\n"));
        self.shown = true;
        Ok(())
    }

    /// Shows an error; the match continues.
    pub(super) fn show_error(&self, diagnostic: &Diagnostic) {
        self.context.terminal.note(&render::one_line(diagnostic));
    }

    /// Shows a value that explains something.
    pub(super) fn show_answer(&self, value: &Value) {
        match self.context.session.answer_text(value) {
            Ok(text) => self.context.terminal.line(text.trim_end()),
            Err(diagnostic) => self.show_error(&diagnostic),
        }
    }

    /// Lists moves with their numbers.
    pub(super) fn list(&self, moves: &[NamedMove]) {
        let entries: Vec<String> =
            moves.iter().enumerate().map(|(n, one)| format!("#{} {}", n + 1, one.name)).collect();
        let widest = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0) + 3;
        let columns = (self.context.terminal.width / widest.max(1)).max(1);
        for row in entries.chunks(columns) {
            let cells: Vec<String> = row.iter().map(|entry| format!("{entry:<widest$}")).collect();
            self.context.terminal.line(cells.concat().trim_end());
        }
    }

    /// Shows a text in lines no longer than the terminal.
    pub(super) fn wrapped(&self, text: &str) {
        let (mut line, width) = (String::new(), self.context.terminal.width.max(20));
        for word in text.split(' ') {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                self.context.terminal.line(&line);
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.context.terminal.line(&line);
    }
}

/// Capitalizes a sentence, unless it begins with a quotation.
pub(super) fn sentence(what: &dyn std::fmt::Display) -> String {
    let text = what.to_string();
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}
