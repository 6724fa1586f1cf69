//! The language server: `upstar lsp`, for editors.
//!
//! Knows: the Language Server Protocol, its positions, addresses and life cycle; the computations in the
//! background.
//! Must not know: properties of programs, which `ide` answers.

mod address;
mod capabilities;
mod commands;
mod convert;
mod evaluation;
mod position;
mod problems;
mod requests;
mod server;
mod store;
#[cfg(test)]
mod tests;
mod transport;
mod values;

use std::thread;
use std::time::Duration;

use upstar_core::Budget;

pub use evaluation::Limits;
pub use server::{End, serve};

use super::{Context, Exit};

/// Default time limit of a computation.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Stack of the thread that answers, for deeply nested programs.
const STACK: usize = 64 << 20;

/// Serves an editor on standard input and output until it leaves.
pub(super) fn lsp(context: &Context) -> Exit {
    let limits = Limits {
        time: context.supervisor.timeout().unwrap_or(TIMEOUT),
        notation: context.session.notation(),
    };
    let budget: Budget = context.session.budget().clone();
    let transport::Stdio { connection, reader, writer } = transport::stdio();
    let answering = thread::Builder::new()
        .name("answers".to_owned())
        .stack_size(STACK)
        .spawn(move || serve(&connection, budget, limits));
    let note = |message: &str| context.terminal.error(message);
    match answering.map(thread::JoinHandle::join) {
        Ok(Ok(End::Orderly)) => {
            // The last answer must still be written.
            let _ = writer.join();
            return Exit::Success;
        }
        Ok(Ok(End::Closed)) => {
            let reason = reader.join().unwrap_or_else(|_| Err("reading it failed".to_owned()));
            match reason {
                Ok(()) => note("the editor has closed standard input without `exit`"),
                Err(reason) => {
                    note(&format!("no message can be read from standard input: {reason}"))
                }
            }
        }
        // Other threads may wait for an editor that has ended.
        Ok(Ok(End::Abrupt | End::Alone)) => {}
        Ok(Err(_)) | Err(_) => note("the language server has failed"),
    }
    Exit::Failed
}
