//! The prompt.
//!
//! Knows: rustyline (nothing outside this folder does), the history file, the keys.
//! Must not know: what inputs mean.

mod failed;
mod helper;
pub(super) mod lines;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use etcetera::BaseStrategy as _;
use failed::Failed;
use helper::Helper;
use lines::play_match;
use rustyline::config::BellStyle;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{
    Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Editor, Event, EventContext,
    EventHandler, KeyCode, KeyEvent, Modifiers, RepeatCount,
};

use super::args::Args;
use super::context::Context;
use super::dialogue::Flow;
use super::exit::Exit;
use super::play::TerminalMatch;
use super::settings;
use super::shell::Shell;
use super::tutorial::Lessons;
use crate::output::{Role, paint};
use crate::syntax::Gathering;
use crate::value::host::Wanted;

type LineEditor = Editor<Helper, FileHistory>;

/// Runs the prompt until the user leaves; `first` comes before what is typed.
pub(super) fn repl(context: &mut Context, args: &Args, first: &str) -> Exit {
    context.supervisor.stay_at_prompt();
    context.terminal.folds = true;
    let mut shell = Shell::new(context, true);
    if !args.no_config {
        settings::apply_file(&mut shell, &args.typed);
    }
    let mut editor = match editor() {
        Ok(editor) => editor,
        Err(error) => {
            shell.refuse(&format!("the terminal cannot be used: {error}"));
            return Exit::Usage;
        }
    };
    measure(&mut editor, &mut shell);
    if !args.no_banner {
        let version = env!("CARGO_PKG_VERSION");
        let terminal = &shell.context.terminal;
        terminal.line(format_args!("Upstar {version} · type a game, such as <0|*> + *2"));
        let leads_on = ":tutorial teaches · :find WORDS and ?NAME explain · :quit to leave";
        terminal.line(terminal.folded(leads_on));
    }
    if let (false, Some(path)) = (args.no_init, settings::init()) {
        shell.load(&path.to_string_lossy());
        shell.context.session.keep();
    }
    let folder = state_folder();
    shell.lessons = Lessons::kept_in(folder.as_ref().map(|folder| folder.join("tutorial")));
    shell.submit(first);
    if let Some(helper) = editor.helper_mut() {
        helper.failed = Failed::kept_in(folder.as_ref().map(|folder| folder.join("failed")));
    }
    converse(&mut editor, &mut shell, folder.map(|folder| folder.join("history")).as_deref());
    Exit::Success
}

fn editor() -> rustyline::Result<LineEditor> {
    let config = Config::builder()
        .auto_add_history(false)
        .bell_style(BellStyle::None)
        .bracketed_paste(true)
        // The helper decides on colours, which may change.
        .color_mode(ColorMode::Forced)
        .completion_show_all_if_ambiguous(true)
        .completion_type(CompletionType::List)
        .history_ignore_dups(true)?
        .history_ignore_space(true)
        .max_history_size(10_000)?
        .build();
    let mut editor = LineEditor::with_config(config)?;
    editor.set_helper(Some(Helper::default()));
    Ok(editor)
}

/// Reads and answers until `:quit` or Ctrl-D.
fn converse(editor: &mut LineEditor, shell: &mut Shell<'_>, history: Option<&Path>) {
    if let Some(path) = history {
        // On the first day there is none.
        let _ = editor.load_history(path);
    }
    let walking = bind_keys(editor);
    loop {
        if let Some(helper) = editor.helper_mut() {
            helper.set_entries(shell.entries());
            helper.set_color(shell.context.terminal.color);
        }
        measure(editor, shell);
        let sign = match shell.numbers {
            true => format!("_{}> ", shell.context.session.next_input()),
            false => "> ".to_owned(),
        };
        walking.store(false, Relaxed);
        let offered = shell.offered.take();
        if let Some(helper) = editor.helper_mut() {
            helper.set_offered(offered.clone());
        }
        let text = match read(editor, &sign) {
            Ok(Some(text)) if text.trim().is_empty() => match offered {
                Some(line) => {
                    // The editor leaves the line empty.
                    shell.context.terminal.write_unrecorded(format_args!("{line}\n"));
                    line
                }
                None => text,
            },
            Ok(Some(text)) => text,
            Ok(None) => continue,
            Err(ReadlineError::Eof) => return,
            Err(error) => {
                shell.refuse(&format!("the terminal cannot be read: {error}"));
                return;
            }
        };
        add_to_history(editor, &text, history);
        if shell.submit(&text) == Flow::Quit {
            return;
        }
        if let Some(helper) = editor.helper_mut() {
            helper.failed.note(text.trim_end(), shell.failed);
        }
        for wanted in std::mem::take(&mut shell.wanted) {
            play(shell, wanted);
        }
    }
}

/// Asks how large the screen is.
fn measure(editor: &mut LineEditor, shell: &mut Shell<'_>) {
    if let Some((columns, rows)) = editor.dimensions() {
        shell.context.terminal.width = usize::from(columns);
        shell.rows = Some(usize::from(rows));
    }
}

/// Plays a match, then returns to the prompt.
fn play(shell: &mut Shell<'_>, wanted: Wanted) {
    // A file of the match does not define rulesets of the library.
    let before = match shell.context.session.is_of_library(&wanted.start) {
        true => String::new(),
        false => shell.transcript.definitions(),
    };
    let width = shell.context.terminal.width;
    match TerminalMatch::wanted(shell.context, wanted, before) {
        Ok(current) => {
            play_match(current);
        }
        Err(diagnostic) => shell.show_error(&diagnostic),
    }
    shell.context.terminal.width = width;
}

/// Reads one input, line by line; `None` if Ctrl-C cancels it. Two empty lines in a row end an incomplete
/// input: one is common within a ruleset.
fn read(editor: &mut LineEditor, first: &str) -> rustyline::Result<Option<String>> {
    let color = editor.helper().is_some_and(Helper::has_color);
    let mut input = Gathering::default();
    let mut empty_lines = 0;
    loop {
        let started = !input.text().is_empty();
        let sign = if started { ". " } else { first };
        let role = if started { Role::Faint } else { Role::Strong };
        let goes_on = match editor.readline(&(sign, paint(role, sign, color))) {
            Ok(line) => {
                empty_lines = if line.trim().is_empty() { empty_lines + 1 } else { 0 };
                input.push(&line) && empty_lines < 2
            }
            Err(ReadlineError::Interrupted) => return Ok(None),
            // Ctrl-D ends the input as it is.
            Err(ReadlineError::Eof) if started => return Ok(Some(input.take())),
            Err(error) => return Err(error),
        };
        if !goes_on || is_whole(input.text()) {
            return Ok(Some(input.take()));
        }
    }
}

/// Whether a text is complete without being parsed: a command or a pasted session.
fn is_whole(text: &str) -> bool {
    let start = text.trim_start();
    start.starts_with([':', '?']) || start.starts_with("> ")
}

/// Longest input that is kept, because all of the history is read at each start.
const LONGEST_KEPT: usize = 100_000;

/// Adds an input to the history file at once, so that it is kept if the program ends.
fn add_to_history(editor: &mut LineEditor, text: &str, path: Option<&Path>) {
    if text.len() > LONGEST_KEPT {
        return;
    }
    let added = editor.add_history_entry(text.trim_end()).unwrap_or(false);
    if let (true, Some(path)) = (added, path) {
        // Without a history the prompt works all the same.
        let _ = editor.append_history(path);
    }
}

/// The folder of the program for what it remembers, which is made if need be.
fn state_folder() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    let folder = folders.state_dir().unwrap_or_else(|| folders.data_dir()).join("upstar");
    fs::create_dir_all(&folder).ok()?;
    Some(folder)
}

/// Whether an empty line was left for the history, so that all of it is searched.
type Walking = Arc<AtomicBool>;

/// Binds the keys; the returned flag must be cleared when a new line begins.
fn bind_keys(editor: &mut LineEditor) -> Walking {
    let walking = Walking::default();
    editor.bind_sequence(KeyEvent(KeyCode::Enter, Modifiers::ALT), Cmd::Newline);
    for (key, all, same) in [
        (KeyCode::Up, Cmd::PreviousHistory, Cmd::HistorySearchBackward),
        (KeyCode::Down, Cmd::NextHistory, Cmd::HistorySearchForward),
    ] {
        let arrow = Arrow { walking: walking.clone(), all, same };
        editor.bind_sequence(
            KeyEvent(key, Modifiers::NONE),
            EventHandler::Conditional(Box::new(arrow)),
        );
    }
    walking
}

/// Up or Down: searches the inputs that begin with the text before the cursor, if there is any.
struct Arrow {
    walking: Walking,
    /// Command for the whole history.
    all: Cmd,
    /// Command for the inputs that begin with the text before the cursor.
    same: Cmd,
}

impl ConditionalEventHandler for Arrow {
    fn handle(
        &self,
        _: &Event,
        _: RepeatCount,
        _: bool,
        context: &EventContext<'_>,
    ) -> Option<Cmd> {
        let line = context.line();
        if line.contains('\n') {
            // Within the lines of an input, as the editor does it.
            return None;
        }
        if line.is_empty() {
            self.walking.store(true, Relaxed);
        }
        Some(if self.walking.load(Relaxed) { self.all.clone() } else { self.same.clone() })
    }
}
