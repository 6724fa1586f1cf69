//! Earlier inputs, kept from session to session.
//!
//! Knows: where the history file belongs.
//! Must not know: what inputs mean.

use std::fs;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;

use super::LineEditor;

/// Longer inputs are pasted, and are not kept: all of the history is read at each start.
const LONGEST_KEPT: usize = 100_000;

/// Reads the history of earlier sessions and tells where it is kept, if anywhere.
pub(super) fn load(editor: &mut LineEditor) -> Option<PathBuf> {
    let path = path()?;
    fs::create_dir_all(path.parent()?).ok()?;
    // On the first day there is none.
    let _ = editor.load_history(&path);
    Some(path)
}

/// Adds an input at once, so that it is kept whatever happens next.
pub(super) fn add(editor: &mut LineEditor, text: &str, path: Option<&Path>) {
    if text.len() > LONGEST_KEPT {
        return;
    }
    let added = editor.add_history_entry(text.trim_end()).unwrap_or(false);
    if let (true, Some(path)) = (added, path) {
        // Without a history the prompt works all the same.
        let _ = editor.append_history(path);
    }
}

/// `history` in the state folder of the program.
fn path() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    let state = folders.state_dir().unwrap_or_else(|| folders.data_dir());
    Some(state.join("upstar").join("history"))
}
