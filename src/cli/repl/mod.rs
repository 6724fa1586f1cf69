//! The prompt.
//!
//! Knows: rustyline (nothing outside this folder does), the history file, the keys.
//! Must not know: what inputs mean.

mod helper;
mod history;

use rustyline::config::BellStyle;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Cmd, ColorMode, CompletionType, Config, Editor, KeyCode, KeyEvent, Modifiers};

use super::shell::{Flow, Shell};
use super::{Context, Exit};
use crate::output::{Role, paint};
use crate::syntax;
use helper::Helper;

type LineEditor = Editor<Helper, FileHistory>;

/// Talks with whoever sits at the terminal, until they leave.
pub(super) fn repl(context: &mut Context, banner: bool) -> Exit {
    context.limits.stay_at_prompt();
    let mut editor = match editor(context.terminal.color) {
        Ok(editor) => editor,
        Err(error) => {
            context.terminal.note(&format!("error: the terminal cannot be used: {error}"));
            return Exit::Unusable;
        }
    };
    if banner {
        let version = env!("CARGO_PKG_VERSION");
        context.terminal.line(&format!("Upstar {version} · ?name for help, :quit to leave"));
    }
    let history = history::load(&mut editor);
    let mut shell = Shell::new(context, true);
    converse(&mut editor, &mut shell, history.as_deref());
    Exit::Well
}

fn editor(color: bool) -> rustyline::Result<LineEditor> {
    let config = Config::builder()
        .auto_add_history(false)
        .bell_style(BellStyle::None)
        .bracketed_paste(true)
        .color_mode(if color { ColorMode::Enabled } else { ColorMode::Disabled })
        .completion_type(CompletionType::List)
        .history_ignore_dups(true)?
        .history_ignore_space(true)
        .max_history_size(10_000)?
        .build();
    let mut editor = LineEditor::with_config(config)?;
    editor.set_helper(Some(Helper::new(color)));
    let alt_enter = KeyEvent(KeyCode::Enter, Modifiers::ALT);
    editor.bind_sequence(alt_enter, Cmd::Newline);
    Ok(editor)
}

/// Reads and answers until `:quit` or Ctrl-D.
fn converse(editor: &mut LineEditor, shell: &mut Shell<'_>, history: Option<&std::path::Path>) {
    loop {
        if let Some(helper) = editor.helper_mut() {
            helper.set_entries(shell.entries());
        }
        if let Some((columns, _)) = editor.dimensions() {
            shell.context.terminal.width = usize::from(columns);
        }
        let text = match read(editor) {
            Ok(Some(text)) => text,
            Ok(None) => continue,
            Err(ReadlineError::Eof) => return,
            Err(error) => {
                shell.refuse(&format!("error: the terminal cannot be read: {error}"));
                return;
            }
        };
        history::add(editor, &text, history);
        if shell.submit(&text) == Flow::Quit {
            return;
        }
    }
}

/// One whole input, line by line; none when Ctrl-C gave it up.
fn read(editor: &mut LineEditor) -> rustyline::Result<Option<String>> {
    let color = editor.helper().is_some_and(Helper::has_color);
    let mut text = String::new();
    loop {
        let sign = if text.is_empty() { "> " } else { ". " };
        let role = if text.is_empty() { Role::Strong } else { Role::Faint };
        match editor.readline(&(sign, paint(role, sign, color))) {
            Ok(line) => text.push_str(&line),
            Err(ReadlineError::Interrupted) => return Ok(None),
            // Ctrl-D in the middle: what is there is all there will be.
            Err(ReadlineError::Eof) if !text.is_empty() => return Ok(Some(text)),
            Err(error) => return Err(error),
        }
        if !goes_on(&text) {
            return Ok(Some(text));
        }
        text.push('\n');
    }
}

/// Whether more lines belong to an input. Commands and pasted sessions are complete.
fn goes_on(text: &str) -> bool {
    let start = text.trim_start();
    !start.starts_with([':', '?']) && !start.starts_with("> ") && syntax::is_incomplete(text)
}
