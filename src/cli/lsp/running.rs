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
pub(super) const COMMANDS: &[&str] = &[
    "upstar.run",
    "upstar.check",
    "upstar.explain",
    "upstar.draw",
    "upstar.values",
    "upstar.write",
];

/// Kind of a command on statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommandKind {
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
pub(super) struct Target {
    pub(super) uri: Uri,
    /// Position of the statement; `None` for the whole file.
    pub(super) position: Option<Position>,
    /// A part of a statement, or several.
    pub(super) range: Option<Range>,
    /// Whether values are shown from now on.
    pub(super) show: Option<bool>,
}

/// Computation in progress.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) kind: CommandKind,
    /// The file.
    pub(super) name: String,
    pub(super) document: Arc<Document>,
    pub(super) wanted: Vec<Unit>,
    pub(super) target: Target,
    /// The expression that is explained or drawn.
    pub(super) question: Option<String>,
    /// The request that waits for it.
    pub(super) request: Option<RequestId>,
    /// When it began.
    pub(super) begun: Option<Instant>,
    pub(super) cancelled: Arc<AtomicBool>,
    /// Token of its progress, once it is shown, and whether it has begun.
    pub(super) token: Option<ProgressToken>,
    pub(super) is_shown: bool,
}

impl Running {
    /// Whether it was cancelled and is ending.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Stops it.
    pub(super) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}
