//! The language server: `upstar lsp`, for editors.
//!
//! Knows: the Language Server Protocol, its positions, addresses and life cycle; the computations in the
//! background.
//! Must not know: properties of programs, which `ide` answers.
//!
//! One thread answers the editor, and others compute for it. The answering thread owns the texts (`store.rs`) and
//! asks `ide`, whose answers are functions of texts alone. After each change it reads a whole file anew: 2,000
//! lines take less than a keystroke, so nothing is patched. If a text does not parse, only its variants are read
//! from the statement that fails (`recover.rs` of `upstar-syntax`).
//!
//! Problems are found when the client has nothing to say, and a message ends that. They are kept until the text or
//! a file that it uses changes. A request sees each file once, and has one deadline for all of them (`View` and
//! `Deadline` in `store.rs`). What is computed runs in sessions of its own, on a slice of the file; a change of
//! what it was computed from cancels it.

mod address;
mod answer;
mod capabilities;
mod commands;
mod conversation;
mod convert;
mod evaluation;
mod known;
mod position;
mod problems;
mod requests;
mod running;
mod server;
mod store;
#[cfg(test)]
mod tests;
mod transport;
mod values;

use std::thread;
use std::time::Duration;

use upstar_core::Budget;

pub use conversation::{End, serve};
pub use evaluation::Limits;

use super::context::Context;
use super::exit::Exit;

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
