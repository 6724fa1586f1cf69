//! The turns of a match: what players say, and the machine's moves.

use upstar_core::Player;

use super::commands;
use super::current::{TerminalMatch, sentence};
use super::seats::Seats;
use crate::cli::context::Context;
use crate::cli::dialogue::{Flow, Line, Lines};
use crate::cli::exit::Exit;
use crate::diagnostic::{Code, Diagnostic};
use crate::play::{Effort, MatchEnd, MoveReading, NamedMove};
use crate::{play, resolve};

/// Most moves that are listed by default.
const FEW: usize = 8;

impl TerminalMatch<'_> {
    /// Plays until the players leave.
    pub(in crate::cli) fn run(mut self, lines: &mut dyn Lines) -> Exit {
        self.greet();
        loop {
            match self.turn(lines) {
                Ok(Flow::On) => {}
                Ok(Flow::Quit) => break,
                Err(diagnostic) => {
                    self.context.terminal.diagnostic_of(&self.context.session, &diagnostic);
                    return Exit::Failed;
                }
            }
        }
        self.announce_record();
        Exit::Success
    }

    fn greet(&self) {
        let Context { session, terminal, .. } = &*self.context;
        let who = match self.seats {
            Seats::Two => "two players at one board".to_owned(),
            Seats::Watch => "the machine plays against itself".to_owned(),
            Seats::Person(person) => {
                let (you, other) =
                    (self.game.name_of(person), self.game.name_of(person.opponent()));
                format!("you are {you}, the machine is {other}")
            }
        };
        let begins = self.game.name_of(self.game.to_move());
        let verb = if self.game.played().is_empty() { "begins" } else { "is to move" };
        let start = play::as_input(self.game.start(), session.show(self.game.start()));
        self.wrapped(&format!("{start}: {who}. {begins} {verb}."));
        let aim = |player| {
            let aim = session.aim(self.game.start(), player)?;
            Some(format!("{} {aim}", self.game.name_of(player)))
        };
        let aims: Vec<String> = [Player::Left, Player::Right].into_iter().filter_map(aim).collect();
        if !aims.is_empty() {
            self.wrapped(&format!("{}.", aims.join("; ")));
        }
        terminal.line("`help` lists the commands.");
    }

    /// Says how to continue the match later.
    fn announce_record(&self) {
        let (start, first) = (self.game.start(), self.game.first());
        let start = play::as_input(start, self.context.session.show(start));
        let names: Vec<String> =
            self.game.record().iter().map(|name| format!("{name:?}")).collect();
        let names = names.join(", ");
        let text = format!("replay({start}, {}, [{names}])", self.game.name_of(first));
        if !names.is_empty() && text.chars().count() < 10 * self.context.terminal.width {
            self.context.terminal.line(&text);
        }
    }

    /// Plays one move, runs one command, or reports that the match is over.
    fn turn(&mut self, lines: &mut dyn Lines) -> Result<Flow, Diagnostic> {
        let ending = self.ask(|host, game| game.ending(host))?;
        let player = self.game.to_move();
        if ending.is_none()
            && let Some(most) = self.ask(|host, game| game.to_forbid(host))?
        {
            return self.forbidding(lines, most);
        }
        let thinks = ending.is_none() && self.seats.is_machine(player) && !self.stopped;
        if thinks {
            if self.seats == Seats::Watch && !self.shown {
                self.board()?;
            }
            return self.think();
        }
        let moves = match ending {
            Some(_) => Vec::new(),
            None => self.ask(|host, game| game.moves(host))?,
        };
        if !self.shown {
            self.board()?;
            self.announce(ending.as_ref(), &moves);
        }
        let prompt = match ending {
            Some(_) => "over> ".to_owned(),
            None => format!("{}> ", self.game.name_of(player)),
        };
        let mut known: Vec<String> = moves.into_iter().map(|one| one.name).collect();
        known.extend(commands::names().map(str::to_owned));
        match lines.read(&prompt, known) {
            Line::Eof => Ok(Flow::Quit),
            Line::Interrupted => {
                self.context.terminal.line("Ctrl-D or `quit` leaves the match.");
                Ok(Flow::On)
            }
            Line::Text(text) => self.said(text.trim(), ending.is_some()),
        }
    }

    /// Says below the board how the match stands.
    fn announce(&self, ending: Option<&MatchEnd>, moves: &[NamedMove]) {
        if let Some(ending) = ending {
            let again = "`undo` goes back, `save FILE` keeps the match, `quit` leaves it.";
            self.wrapped(&format!("{}.", sentence(ending)));
            return self.wrapped(again);
        }
        if let Some(points) = self.game.points() {
            self.context.terminal.line(format!("Max has got {points} so far."));
        }
        if moves.len() <= FEW {
            self.list(moves);
        }
    }

    /// The player who is not to move forbids moves, or types a command.
    fn forbidding(&mut self, lines: &mut dyn Lines, most: u64) -> Result<Flow, Diagnostic> {
        let blocker = self.game.to_move().opponent();
        if self.seats.is_machine(blocker) && !self.stopped {
            return self.think_what_to_forbid();
        }
        let moves = self.ask(|host, game| game.moves(host))?;
        if !self.shown {
            self.board()?;
            self.announce(None, &moves);
            let name = self.game.name_of(blocker);
            let moves = match most {
                1 => "one move".to_owned(),
                most => format!("up to {most} moves, with `;` between them"),
            };
            self.wrapped(&format!("{name} may forbid {moves}; an empty line forbids nothing."));
        }
        let mut known: Vec<String> = moves.into_iter().map(|one| one.name).collect();
        known.extend(commands::names().map(str::to_owned));
        match lines.read(&format!("{} forbids> ", self.game.name_of(blocker)), known) {
            Line::Eof => Ok(Flow::Quit),
            Line::Interrupted => {
                self.context.terminal.line("Ctrl-D or `quit` leaves the match.");
                Ok(Flow::On)
            }
            Line::Text(text) => match commands::find(text.trim()) {
                Some(Ok((word, argument))) => (word.run)(self, argument),
                Some(Err(message)) => {
                    self.context.terminal.line(&message);
                    Ok(Flow::On)
                }
                None => self.forbid_typed(&text),
            },
        }
    }

    /// Forbids the moves that a text names.
    fn forbid_typed(&mut self, text: &str) -> Result<Flow, Diagnostic> {
        match self.ask(|host, game| play::forbidden(host, game, text)) {
            Ok(Ok(moves)) => self.forbid(moves),
            Ok(Err((name, MoveReading::Several(moves)))) => {
                self.ask_which(&name, &moves);
                Ok(Flow::On)
            }
            Ok(Err((name, MoveReading::Nothing { reason, near }))) => {
                self.no_such_move(&reason, near, &name);
                Ok(Flow::On)
            }
            Ok(Err((_, MoveReading::Move(one)))) => self.forbid(vec![*one]),
            Err(diagnostic) => {
                self.show_error(&diagnostic);
                Ok(Flow::On)
            }
        }
    }

    /// Forbids moves, and says so.
    fn forbid(&mut self, moves: Vec<NamedMove>) -> Result<Flow, Diagnostic> {
        let names: Vec<String> = moves.iter().map(|one| one.name.clone()).collect();
        let mut game = self.game.clone();
        if let Err(diagnostic) = self.ask(|host, _| game.forbid(host, moves)) {
            self.show_error(&diagnostic);
            return Ok(Flow::On);
        }
        let blocker = self.game.name_of(self.game.to_move().opponent());
        self.game = game;
        self.stopped = false;
        self.shown = false;
        let what = if names.is_empty() { "nothing".to_owned() } else { names.join("; ") };
        self.wrapped(&format!("{blocker} forbids {what}."));
        Ok(Flow::On)
    }

    /// Says why a text is no move, and which move or word may be meant.
    fn no_such_move(&self, reason: &str, near: Option<String>, text: &str) {
        let word = resolve::nearest(text, commands::names());
        let near = near.or(word.map(str::to_owned));
        let near = near.map_or(String::new(), |near| format!(" Did you mean `{near}`?"));
        self.wrapped(&format!("{}.{near}", sentence(&reason)));
    }

    /// Runs a command or makes a move.
    fn said(&mut self, text: &str, over: bool) -> Result<Flow, Diagnostic> {
        match commands::find(text) {
            _ if text.is_empty() => Ok(Flow::On),
            Some(Ok((word, argument))) => (word.run)(self, argument),
            Some(Err(message)) => {
                self.context.terminal.line(&message);
                Ok(Flow::On)
            }
            None => self.play_typed(text, over),
        }
    }

    /// Has the machine forbid moves, unless it is interrupted.
    fn think_what_to_forbid(&mut self) -> Result<Flow, Diagnostic> {
        match self.ask(|host, game| play::choose_forbidden(host, game, Effort::default())) {
            Ok(best) => return self.forbid(best),
            Err(diagnostic) => match diagnostic.code {
                Code::Interrupted => {
                    self.stopped = true;
                    let blocker = self.game.name_of(self.game.to_move().opponent());
                    self.wrapped(&format!(
                        "\nStopped. {blocker} has not forbidden anything yet: `go` has the machine \
                         forbid moves at once, and you may forbid moves for it."
                    ));
                }
                Code::TimedOut | Code::OutOfMemory => self.forbid_at_once()?,
                _ => return Err(diagnostic),
            },
        }
        Ok(Flow::On)
    }

    /// Has the machine forbid moves that are found at once.
    pub(super) fn forbid_at_once(&mut self) -> Result<(), Diagnostic> {
        let best = self.ask(|host, game| play::choose_forbidden(host, game, Effort::least()))?;
        self.forbid(best).map(drop)
    }

    /// Makes the machine's move, unless it is interrupted.
    fn think(&mut self) -> Result<Flow, Diagnostic> {
        match self.ask(|host, game| play::choose(host, game, Effort::default())) {
            Ok(Some(choice)) => self.machine_plays(choice)?,
            Ok(None) => {}
            Err(diagnostic) => match diagnostic.code {
                Code::Interrupted => {
                    self.stopped = true;
                    self.shown = true;
                    let player = self.game.name_of(self.game.to_move());
                    self.wrapped(&format!(
                        "\nStopped. It is still {player}'s turn: `go` has the machine move at \
                         once, `undo` takes your move back, and you may move for it."
                    ));
                }
                Code::TimedOut | Code::OutOfMemory => self.hurry()?,
                _ => return Err(diagnostic),
            },
        }
        Ok(Flow::On)
    }

    /// Plays the move that a text names.
    fn play_typed(&mut self, text: &str, over: bool) -> Result<Flow, Diagnostic> {
        if over {
            self.context.terminal.line("The match is over: `undo` takes a move back.");
            return Ok(Flow::On);
        }
        let heard = match self.ask(|host, game| play::read(host, game, text)) {
            Ok(heard) => heard,
            Err(diagnostic) => {
                self.show_error(&diagnostic);
                return Ok(Flow::On);
            }
        };
        match heard {
            MoveReading::Move(made) => {
                if made.name != text && self.seats != Seats::Watch {
                    let player = self.game.name_of(self.game.to_move());
                    self.context.terminal.line(format!("{player} plays {}.", made.name));
                }
                self.make(*made)?;
            }
            MoveReading::Several(moves) => self.ask_which(text, &moves),
            MoveReading::Nothing { reason, near } => self.no_such_move(&reason, near, text),
        }
        Ok(Flow::On)
    }
}

/// Most moves listed when a text is ambiguous.
const MOST_MEANT: usize = 12;

impl TerminalMatch<'_> {
    /// Asks which of several moves is intended.
    fn ask_which(&self, text: &str, moves: &[NamedMove]) {
        let names: Vec<String> =
            moves.iter().take(MOST_MEANT).map(|one| format!("`{}`", one.name)).collect();
        let more = match moves.len().saturating_sub(MOST_MEANT) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        self.wrapped(&format!("`{text}` may be {}{more}.", either(&names)));
    }
}

/// `a`, `a or b`, `a, b or c`
fn either(names: &[String]) -> String {
    match names {
        [all @ .., last] if !all.is_empty() => format!("{} or {last}", all.join(", ")),
        names => names.concat(),
    }
}
