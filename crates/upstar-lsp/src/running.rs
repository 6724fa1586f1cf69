//! Commands on statements, and the computations that run for them.
//!
//! Must not know: how they are started, or what is shown of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use lsp_server::RequestId;
use lsp_types::{Position, ProgressToken, Range, Uri};
use serde::Deserialize;

use crate::ide::document::Document;
use crate::ide::slice::Unit;

/// The commands, by their names.
pub(crate) const COMMANDS: &[&str] = &[
    "upstar.run",
    "upstar.check",
    "upstar.explain",
    "upstar.draw",
    "upstar.values",
    "upstar.write",
];

/// Kind of a command on statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommandKind {
    /// Runs the statements.
    Run,
    /// Checks are run.
    Check,
    /// A value is explained.
    Explain,
    /// A value is drawn.
    Draw,
    /// A value is written behind its statement.
    Write,
    /// Shows values that the editor requests.
    Values,
}

/// Argument of a command.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct CommandTarget {
    pub(crate) uri: Uri,
    /// Position of the statement; `None` for the whole file.
    pub(crate) position: Option<Position>,
    /// A part of a statement, or several.
    pub(crate) range: Option<Range>,
    /// Whether values are shown from now on.
    pub(crate) show: Option<bool>,
}

/// Computation in progress.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) kind: CommandKind,
    /// The file.
    pub(crate) name: String,
    pub(crate) document: Arc<Document>,
    pub(crate) wanted: Vec<Unit>,
    pub(crate) target: CommandTarget,
    /// The expression that is explained or drawn.
    pub(crate) question: Option<String>,
    /// The request that waits for it.
    pub(crate) request: Option<RequestId>,
    /// When it began.
    pub(crate) begun: Option<Instant>,
    pub(crate) cancelled: Arc<AtomicBool>,
    /// Token of its progress, once it is shown, and whether it has begun.
    pub(crate) token: Option<ProgressToken>,
    pub(crate) is_shown: bool,
}

impl Running {
    /// Whether it was cancelled and is ending.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Stops it.
    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}
