//! The prompt.
//!
//! Knows: rustyline (nothing outside this folder does), the history file, the keys.
//! Must not know: what inputs mean.

mod helper;
mod history;
mod keys;
mod turns;

use std::sync::atomic::Ordering::Relaxed;

use rustyline::config::BellStyle;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{ColorMode, CompletionType, Config, Editor};

use super::args::Args;
use super::shell::{Flow, Shell};
use super::{Context, Exit, config};
use crate::output::{Role, paint};
use crate::syntax::Gathering;
use helper::Helper;

pub(super) use turns::play;

type LineEditor = Editor<Helper, FileHistory>;

/// Talks with whoever sits at the terminal, until they leave.
pub(super) fn repl(context: &mut Context, args: &Args) -> Exit {
    context.supervisor.stay_at_prompt();
    let mut shell = Shell::new(context, true);
    if !args.no_config {
        config::apply(&mut shell, &args.typed);
    }
    let mut editor = match editor() {
        Ok(editor) => editor,
        Err(error) => {
            shell.refuse(&format!("error: the terminal cannot be used: {error}"));
            return Exit::Unusable;
        }
    };
    if !args.no_banner {
        let version = env!("CARGO_PKG_VERSION");
        let greeting = format!("Upstar {version} · ?name for help, :quit to leave");
        shell.context.terminal.line(&greeting);
    }
    if let (false, Some(path)) = (args.no_init, config::init()) {
        shell.load(&path.to_string_lossy());
        shell.context.session.keep();
    }
    converse(&mut editor, &mut shell);
    Exit::Well
}

fn editor() -> rustyline::Result<LineEditor> {
    let config = Config::builder()
        .auto_add_history(false)
        .bell_style(BellStyle::None)
        .bracketed_paste(true)
        // What has colours is for the helper to say, and may change.
        .color_mode(ColorMode::Forced)
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
fn converse(editor: &mut LineEditor, shell: &mut Shell<'_>) {
    let history = history::load(editor);
    let walking = keys::bind(editor);
    loop {
        if let Some(helper) = editor.helper_mut() {
            helper.set_entries(shell.entries());
            helper.set_color(shell.context.terminal.color);
        }
        if let Some((columns, rows)) = editor.dimensions() {
            shell.context.terminal.width = usize::from(columns);
            shell.rows = Some(usize::from(rows));
        }
        let sign = match shell.numbers {
            true => format!("_{}> ", shell.context.session.next_input()),
            false => "> ".to_owned(),
        };
        walking.store(false, Relaxed);
        let text = match read(editor, &sign) {
            Ok(Some(text)) => text,
            Ok(None) => continue,
            Err(ReadlineError::Eof) => return,
            Err(error) => {
                shell.refuse(&format!("error: the terminal cannot be read: {error}"));
                return;
            }
        };
        history::add(editor, &text, history.as_deref());
        if shell.submit(&text) == Flow::Quit {
            return;
        }
        for wanted in std::mem::take(&mut shell.wanted) {
            shell.play(wanted);
        }
    }
}

/// One whole input, line by line; none when Ctrl-C gave it up. Two empty lines in a row end what is
/// not complete: one is common within the lines of a ruleset.
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
            // Ctrl-D in the middle: what is there is all there will be.
            Err(ReadlineError::Eof) if started => return Ok(Some(input.take())),
            Err(error) => return Err(error),
        };
        if !goes_on || is_whole(input.text()) {
            return Ok(Some(input.take()));
        }
    }
}

/// Whether a text is complete whatever it says: commands and pasted sessions.
fn is_whole(text: &str) -> bool {
    let start = text.trim_start();
    start.starts_with([':', '?']) || start.starts_with("> ")
}
