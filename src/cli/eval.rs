//! `upstar eval EXPR`

use super::{Context, Exit, reply};

/// Evaluates one expression.
pub(super) fn eval(context: &mut Context, expression: &str) -> Exit {
    let Context { session, supervisor, terminal, .. } = context;
    let (reply, took) = supervisor.compute(|| session.eval("expression", expression));
    let shown = terminal.time.then_some(took);
    reply.answers.iter().for_each(|answer| terminal.answer_with_picture(session, answer, shown));
    terminal.outcome(session, &reply);
    terminal.took(took);
    // The expression is no file: that it does not parse is an error like others.
    match reply::exit(&reply) {
        Exit::Unusable => Exit::Failed,
        exit => exit,
    }
}
