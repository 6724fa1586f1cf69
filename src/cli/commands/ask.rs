//! Commands that ask and change nothing.

use super::missing;
use crate::cli::settings;
use crate::cli::shell::{Flow, Shell};
use crate::output::{Document, Line, Role};
use crate::session;

pub(super) fn help(shell: &mut Shell<'_>, name: &str) -> Flow {
    shell.help(name.trim_start_matches('?'));
    Flow::On
}

pub(super) fn find(shell: &mut Shell<'_>, text: &str) -> Flow {
    if missing(shell, text, ":find needs words, as in `:find atomic weight`") {
        return Flow::On;
    }
    let session = &shell.context.session;
    let found = session.find(text, &super::found());
    if found.is_empty() {
        let near = session.nearest(text).map(|near| format!(" (did you mean `{near}`?)"));
        let message = format!("error: nothing has `{text}` in it{}", near.unwrap_or_default());
        shell.refuse(&message);
    } else {
        shell.context.terminal.document(&session::find::listed(&found));
    }
    Flow::On
}

pub(super) fn explain(shell: &mut Shell<'_>, text: &str) -> Flow {
    if missing(shell, text, ":explain needs the code of an error, as in `:explain G0101`") {
        return Flow::On;
    }
    match session::help::error_code(text) {
        Some(_) => shell.help(text),
        None => shell.refuse(&format!(
            "error: there is no error `{text}` (to explain a value, type `explain({text})`)"
        )),
    }
    Flow::On
}

pub(super) fn info(shell: &mut Shell<'_>, text: &str) -> Flow {
    if missing(shell, text, ":info needs an expression, as in `:info <3|1>`") {
        return Flow::On;
    }
    let context = &mut *shell.context;
    let (result, took) = context.supervisor.compute(|| context.session.info(text));
    let stopped = match result {
        Ok(card) => {
            context.terminal.document(&card.document);
            card.stopped
        }
        Err(diagnostic) => Some(diagnostic),
    };
    context.terminal.took(took);
    if let Some(diagnostic) = stopped {
        context.terminal.error(&context.session, &diagnostic);
        shell.fail_input();
    }
    Flow::On
}

pub(super) fn type_of(shell: &mut Shell<'_>, text: &str) -> Flow {
    if missing(shell, text, ":type needs an expression, as in `:type 1/2 + *`") {
        return Flow::On;
    }
    let context = &mut *shell.context;
    let (result, _) = context.supervisor.compute(|| context.session.type_of(text));
    match result {
        Ok(kind) => context.terminal.line(&kind),
        Err(diagnostic) => {
            context.terminal.error(&context.session, &diagnostic);
            shell.fail_input();
        }
    }
    Flow::On
}

pub(super) fn time(shell: &mut Shell<'_>, text: &str) -> Flow {
    if !missing(shell, text, ":time needs an expression, as in `:time nimber(Kayles(1000))`") {
        shell.timed(text);
    }
    Flow::On
}

pub(super) fn stats(shell: &mut Shell<'_>, _: &str) -> Flow {
    let stats = shell.context.session.stats();
    let about = |bytes: u64| match bytes >> 20 {
        0 => format!("{} KiB", bytes.div_ceil(1 << 10)),
        mebibytes => format!("{mebibytes} MiB"),
    };
    let game_bytes = about(u64::try_from(stats.game_bytes).unwrap_or(u64::MAX));
    let rows = [
        ("inputs", stats.inputs.to_string()),
        ("names bound", stats.names.to_string()),
        ("canonical forms", format!("{}, in {game_bytes}", stats.games)),
        ("positions remembered", stats.positions.to_string()),
        ("steps of the last input", stats.steps.to_string()),
        ("memory", format!("{} of {}", about(stats.bytes), settings::size(stats.max_bytes))),
    ];
    let row = |(label, text): (&str, String)| {
        vec![Line::new().with(Role::Faint, label), Line::new().text(text)]
    };
    let mut document = Document::new();
    document.table(rows.into_iter().map(row).collect());
    shell.context.terminal.document(&document);
    Flow::On
}
