//! What keys do besides what the line editor makes of them.
//!
//! Knows: which key means which command of the editor, and when.
//! Must not know: what inputs mean.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rustyline::{
    Cmd, ConditionalEventHandler, Event, EventContext, EventHandler, KeyCode, KeyEvent, Modifiers,
    RepeatCount,
};

use super::LineEditor;

/// Whether an empty line was left for the history, so that all of it is gone through.
pub(super) type Walking = Arc<AtomicBool>;

/// Binds the keys; what is given is to be false when a new line begins.
pub(super) fn bind(editor: &mut LineEditor) -> Walking {
    let walking = Walking::default();
    editor.bind_sequence(KeyEvent(KeyCode::Enter, Modifiers::ALT), Cmd::Newline);
    for (key, all, same) in [
        (KeyCode::Up, Cmd::PreviousHistory, Cmd::HistorySearchBackward),
        (KeyCode::Down, Cmd::NextHistory, Cmd::HistorySearchForward),
    ] {
        let arrow = Arrow { walking: walking.clone(), all, same };
        editor.bind_sequence(
            KeyEvent(key, Modifiers::NONE),
            EventHandler::Conditional(Box::new(arrow)),
        );
    }
    walking
}

/// Up or Down: goes to inputs that begin with what is typed, when something is.
struct Arrow {
    walking: Walking,
    /// Goes through the whole history.
    all: Cmd,
    /// Goes through the inputs that begin with what stands before the cursor.
    same: Cmd,
}

impl ConditionalEventHandler for Arrow {
    fn handle(
        &self,
        _: &Event,
        _: RepeatCount,
        _: bool,
        context: &EventContext<'_>,
    ) -> Option<Cmd> {
        let line = context.line();
        if line.contains('\n') {
            // Within the lines of an input, as the editor does it.
            return None;
        }
        if line.is_empty() {
            self.walking.store(true, Relaxed);
        }
        Some(if self.walking.load(Relaxed) { self.all.clone() } else { self.same.clone() })
    }
}
