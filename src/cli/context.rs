//! Context of every command: its session, terminal and limits.
//!
//! Must not know: which command is run.

use std::path::PathBuf;
use std::sync::Arc;

use upstar_core::Budget;

use super::supervisor::Supervisor;
use super::terminal::Terminal;
use crate::disk::{Disk, Saves};
use crate::session::Session;

/// Context of every command.
pub(super) struct Context {
    pub(super) session: Session,
    pub(super) supervisor: Supervisor,
    pub(super) terminal: Terminal,
    /// The files that were written by name.
    pub(super) saves: Saves,
    /// The folder in which answers are kept.
    pub(super) tables: Option<PathBuf>,
}

impl Context {
    /// Replaces the session by a new one with the same settings.
    pub(super) fn fresh(&mut self) -> &mut Context {
        self.session = self.session.fresh();
        self
    }
}

/// A session with the files on the disk.
pub(super) fn session(budget: Budget) -> Session {
    Session::new(budget.clone(), Arc::new(Disk::new(budget)))
}
