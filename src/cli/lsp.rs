//! The language server on standard input and output.
//!
//! Knows: its limits, and how it ends. Must not know: the protocol.

use std::time::Duration;

use upstar_lsp::{End, EvaluationLimits, serve_stdio};

use super::context::Context;
use super::exit::Exit;

/// Default time limit of a computation.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Serves an editor until it leaves.
pub(super) fn lsp(context: &Context) -> Exit {
    let limits = EvaluationLimits {
        time: context.supervisor.timeout().unwrap_or(TIMEOUT),
        notation: context.session.notation(),
    };
    match serve_stdio(context.session.budget().clone(), limits) {
        Ok(End::Orderly) => Exit::Success,
        Ok(_) => Exit::Failed,
        Err(reason) => {
            context.terminal.error(&reason);
            Exit::Failed
        }
    }
}
