//! The language server of Upstar, which `upstar lsp` starts for editors.
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

// The server reads files, finds the folder of caches, reads the clock, and writes to standard output.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod address;
mod answer;
mod capabilities;
mod commands;
mod conversation;
mod convert;
mod evaluation;
mod known;
#[cfg(test)]
#[expect(dead_code, reason = "there are no property tests")]
mod length;
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

pub use conversation::{End, serve};
pub use evaluation::EvaluationLimits;
use upstar_core::Budget;
use upstar_ide as ide;
use upstar_lang::{diagnostic, disk, outside, session, source, syntax, value};

/// Stack of the thread that answers, for deeply nested programs.
const STACK: usize = 64 << 20;

/// Serves an editor on standard input and output until it leaves. The error says why its messages cannot be read, or
/// that the server has failed.
pub fn serve_stdio(budget: Budget, limits: EvaluationLimits) -> Result<End, String> {
    let transport::Stdio { connection, reader, writer } = transport::stdio();
    let answering = thread::Builder::new()
        .name("answers".to_owned())
        .stack_size(STACK)
        .spawn(move || serve(&connection, budget, limits));
    let Ok(Ok(end)) = answering.map(thread::JoinHandle::join) else {
        return Err("the language server has failed".to_owned());
    };
    match end {
        End::Orderly => {
            // The last answer must still be written.
            let _ = writer.join();
            Ok(end)
        }
        End::Closed => {
            let reason = reader.join().unwrap_or_else(|_| Err("reading it failed".to_owned()));
            Err(match reason {
                Ok(()) => "the editor has closed standard input without `exit`".to_owned(),
                Err(reason) => format!("no message can be read from standard input: {reason}"),
            })
        }
        // Other threads may wait for an editor that has ended.
        End::Abrupt | End::Alone => Ok(end),
    }
}
