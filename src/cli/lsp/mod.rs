//! The language server: `upstar lsp`, for editors.
//!
//! Knows: the Language Server Protocol, its positions, addresses and life cycle; which computations run beside
//! the conversation.
//! Must not know: what is true of a program; that is asked of `ide`.

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
mod values;

use std::thread;
use std::time::Duration;

use lsp_server::Connection;
use upstar_core::Budget;

pub use evaluation::Limits;
pub use server::{End, serve};

use super::{Context, Exit};

/// Longest time of a computation, unless `--timeout` says another.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Stack of the thread that answers: programs may be nested deeply.
const STACK: usize = 64 << 20;

/// Serves an editor on standard input and output until it leaves.
pub(super) fn lsp(context: &Context) -> Exit {
    let limits = Limits {
        time: context.supervisor.timeout().unwrap_or(TIMEOUT),
        notation: context.session.notation(),
    };
    let budget: Budget = context.session.budget().clone();
    let (connection, threads) = Connection::stdio();
    let connection = buffered(connection);
    let answering = thread::Builder::new()
        .name("answers".to_owned())
        .stack_size(STACK)
        .spawn(move || serve(&connection, budget, limits));
    let end = answering.map(thread::JoinHandle::join);
    match end {
        Ok(Ok(End::Orderly)) => {
            // What was answered last still has to be written.
            let _ = threads.join();
            Exit::Well
        }
        // The threads may wait for an editor that is gone.
        Ok(Ok(End::Abrupt | End::Alone)) => Exit::Failed,
        Ok(Err(_)) | Err(_) => {
            context.terminal.note("error: the language server has failed");
            Exit::Failed
        }
    }
}

/// A connection whose messages wait in a queue. That of `lsp_server` hands them over one by one, and a channel
/// without a buffer always says that it is empty.
fn buffered(connection: Connection) -> Connection {
    let (sender, receiver) = crossbeam_channel::unbounded();
    let (answers, messages) = (connection.sender, connection.receiver);
    thread::spawn(move || {
        for message in messages {
            if sender.send(message).is_err() {
                break;
            }
        }
    });
    Connection { sender: answers, receiver }
}
