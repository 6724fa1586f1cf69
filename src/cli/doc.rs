//! `upstar doc [NAME]`

use super::{Context, Exit, Terminal, commands, json};
use crate::diagnostic;
use crate::session::{Session, help};

/// Shows the page of a name or of an error code, or a list of what there is.
pub(super) fn doc(context: &mut Context, name: Option<&str>) -> Exit {
    let Context { session, terminal, .. } = context;
    match name {
        Some(name) if page(session, terminal, name) => Exit::Well,
        Some(_) => Exit::Unusable,
        None => {
            contents(session, terminal);
            Exit::Well
        }
    }
}

fn contents(session: &Session, terminal: &Terminal) {
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

/// Shows the page of a name, a command or an error code; says so and is false when there is none.
pub(super) fn page(session: &Session, terminal: &Terminal, name: &str) -> bool {
    let found = match commands::page(name) {
        Some(Err(message)) => {
            terminal.note(&message);
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
    terminal.note(&format!("error: nothing is called `{name}`{}", hint.unwrap_or_default()));
    false
}
