//! `upstar FILE.game`

use super::args::COMMANDS;
use super::{Context, Exit};
use crate::diagnostic::Code;
use crate::resolve;

/// Runs a file and shows the value of each expression in it as soon as it is known.
pub(super) fn run(context: &mut Context, file: &str) -> Exit {
    let Context { session, supervisor, terminal, .. } = context;
    let (mut reply, took) = supervisor.compute(|| {
        session
            .run(file, &mut |session, answer| terminal.answer_with_picture(session, answer, None))
    });
    if let Some(missing) = reply.diagnostics.first_mut()
        && missing.code == Code::NoSuchFile
        && missing.labels.is_empty()
    {
        missing.helps.clear();
        let near = resolve::nearest(file, COMMANDS);
        missing.helps.extend(near.map(|name| format!("did you mean `upstar {name}`?")));
    }
    let exit = terminal.outcome(session, &reply);
    terminal.took(took);
    exit
}
