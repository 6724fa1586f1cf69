//! Lines of the players of a match at the terminal.
//!
//! Must not know: what the lines mean.

use rustyline::completion::{Completer, Pair};
use rustyline::config::BellStyle;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Editor};

use crate::cli::dialogue::{Line, Lines};
use crate::cli::exit::Exit;
use crate::cli::play::TerminalMatch;

/// Completion of whole lines, by moves and words.
#[derive(Default)]
struct Words(Vec<String>);

impl rustyline::Helper for Words {}
impl Validator for Words {}
impl Highlighter for Words {}

impl Hinter for Words {
    type Hint = String;
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line[..cursor].to_lowercase();
        let fits = |word: &&String| word.to_lowercase().starts_with(&typed);
        let pair = |word: &String| Pair { display: word.clone(), replacement: word.clone() };
        Ok((0, self.0.iter().filter(fits).map(pair).collect()))
    }
}

/// The terminal, for a match.
struct MatchLines(Editor<Words, MemHistory>);

impl Lines for MatchLines {
    fn read(&mut self, prompt: &str, words: Vec<String>) -> Line {
        self.0.set_helper(Some(Words(words)));
        match self.0.readline(prompt) {
            Ok(line) => Line::Text(line),
            Err(ReadlineError::Interrupted) => Line::Interrupted,
            Err(_) => Line::Eof,
        }
    }
}

/// Plays a match at the terminal.
pub(in crate::cli) fn play_match(mut current: TerminalMatch<'_>) -> Exit {
    let config = Config::builder()
        .auto_add_history(true)
        .bell_style(BellStyle::None)
        .completion_type(CompletionType::List)
        .build();
    match Editor::with_history(config, MemHistory::new()) {
        Ok(mut editor) => {
            if let Some((columns, _)) = editor.dimensions() {
                current.set_width(usize::from(columns));
            }
            current.run(&mut MatchLines(editor))
        }
        Err(_) => Exit::Usage,
    }
}
