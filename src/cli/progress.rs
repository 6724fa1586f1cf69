//! A line about a long computation, on a terminal.
//!
//! Knows: how long a computation has been going on, and how to take the line away again.
//! Must not know: what is computed.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use upstar_core::Budget;

/// Shorter computations are not talked about.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the line changes.
const TICK: Duration = Duration::from_millis(100);

/// Shows the line until it is dropped.
pub(super) struct Progress {
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Waits a second, then shows the line, when standard error is a terminal.
    pub(super) fn start(budget: &Budget) -> Progress {
        if !io::stderr().is_terminal() {
            return Progress { done: None, thread: None };
        }
        let (done, stop) = mpsc::channel::<()>();
        let budget = budget.clone();
        let watch = move || {
            if stop.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let line = ProgressBar::new_spinner().with_elapsed(PATIENCE);
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed}  {msg}") {
                line.set_style(style);
            }
            while stop.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                line.set_message(format!("{} steps; Ctrl-C stops", HumanCount(budget.steps())));
                line.tick();
            }
            line.finish_and_clear();
        };
        Progress { done: Some(done), thread: Some(thread::spawn(watch)) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.done = None;
        if let Some(thread) = self.thread.take() {
            // A line that cannot be drawn is no reason to lose the answer.
            let _ = thread.join();
        }
    }
}
