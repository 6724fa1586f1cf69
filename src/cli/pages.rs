//! Pages of the reference at the terminal, and the help of the prompt.
//!
//! Knows: where a page is found, and how it is printed. Must not know: who asks.

use super::context::Context;
use super::exit::Exit;
use super::json;
use super::terminal::Terminal;
use crate::diagnostic;
use crate::ide::commands::{Face, overview, page, row};
use crate::output::Document;
use crate::session::{Session, help};

/// Shows the page of a name or of an error code, or the list of all names.
pub(super) fn doc(context: &mut Context, name: Option<&str>) -> Exit {
    let Context { session, terminal, .. } = context;
    match name {
        Some(name) if show_page(session, terminal, name) => Exit::Success,
        Some(_) => Exit::Usage,
        None => {
            show_contents(session, terminal);
            Exit::Success
        }
    }
}

fn show_contents(session: &Session, terminal: &Terminal) {
    if !terminal.json {
        terminal.document(&help::contents(&session.entries()));
        return;
    }
    for entry in session.entries() {
        let object = serde_json::json!({
            "name": entry.name,
            "topic": entry.topic,
            "signature": entry.signature,
            "summary": entry.summary,
        });
        terminal.line(object);
    }
}

/// Shows the page of a name, a command or an error code; returns false, after a report, if there is none.
pub(super) fn show_page(session: &Session, terminal: &Terminal, name: &str) -> bool {
    let found = match page(Face::Prompt, name) {
        Some(Err(message)) => {
            terminal.error(&message);
            return false;
        }
        Some(Ok(page)) => Some(page),
        None => session.page(name),
    };
    if let Some(page) = found {
        if terminal.json {
            terminal.line(json::page(&page));
        } else {
            terminal.document(&help::page(&page));
        }
        return true;
    }
    if let Some(code) = help::error_code(name) {
        if terminal.json {
            let page = serde_json::json!({
                "code": code.number(),
                "summary": code.summary(),
                "page": diagnostic::page(code),
            });
            terminal.line(page);
        } else {
            terminal.document(&help::error_page(code));
        }
        return true;
    }
    let hint = session.nearest(name).map(|near| format!(" (did you mean `{near}`?)"));
    terminal.error(&format!("nothing is called `{name}`{}", hint.unwrap_or_default()));
    false
}

/// The help of the prompt.
pub(super) fn of_prompt() -> Document {
    let mut document = overview(Face::Prompt);
    document.heading("Keys");
    document.table(vec![
        row("Tab".to_owned(), "complete a name, a command, a file, or a sign: `\\up` gives `↑`"),
        row(
            "Tab".to_owned(),
            "after the parenthesis of a call: show what it takes, and an example",
        ),
        row("Up, Down".to_owned(), "earlier inputs that begin with what is typed; Ctrl-R searches"),
        row("Right".to_owned(), "at the end of the line: take the earlier input shown in grey"),
        row("Enter".to_owned(), "twice on empty lines: end an input whose bracket is open"),
        row("Ctrl-C".to_owned(), "clear the whole input, or stop a computation"),
        row(";".to_owned(), "at the end of an input: do not show its value"),
    ]);
    document
}
