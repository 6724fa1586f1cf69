//! The folder of settings: `config.toml` and `init.game`.
//!
//! Knows: where the folder is, what the files are called, TOML.
//! Must not know: what the settings mean.

use std::path::PathBuf;

use etcetera::BaseStrategy as _;
use toml::{Table, Value};

use super::shell::Shell;
use super::{files, settings};
use crate::session::FileError;

/// Sets what the settings file says, but for what the flags `typed` say; tells what is wrong with
/// it.
pub(super) fn apply(shell: &mut Shell<'_>, typed: &[String]) {
    let Some(path) = folder().map(|folder| folder.join("config.toml")) else { return };
    let shown = path.display();
    let budget = shell.context.session.budget().clone();
    let (read, _) = shell.context.supervisor.compute(|| files::text(&path, &budget));
    let text = match read {
        Ok(text) => text,
        Err(FileError::NotFound) => return,
        Err(error) => {
            return shell.refuse(&format!("error: `{shown}` cannot be read: {error}"));
        }
    };
    for message in set_all(shell, &text, typed) {
        shell.refuse(&format!("error: {message}, in `{shown}`"));
    }
}

/// Sets what a text in TOML says, and tells what is wrong with it.
fn set_all(shell: &mut Shell<'_>, text: &str, typed: &[String]) -> Vec<String> {
    let table = match text.parse::<Table>() {
        Ok(table) => table,
        Err(error) => {
            let start = error.span().map_or(0, |span| span.start);
            let line = text.bytes().take(start).filter(|byte| *byte == b'\n').count() + 1;
            return vec![format!("line {line} is not TOML: {}", error.message())];
        }
    };
    let mut messages = Vec::new();
    for (key, value) in &table {
        let done = settings::find(key).and_then(|setting| match written(value) {
            _ if setting.is_typed(typed) => Ok(()),
            Some(text) => setting.set(shell, &text),
            None => Err(format!("`{key}` is a single value, not a table or list")),
        });
        messages.extend(done.err());
    }
    messages
}

/// A value as it is typed after `:set`.
fn written(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        Value::Boolean(is_on) => Some(if *is_on { "on" } else { "off" }.to_owned()),
        Value::Datetime(time) => Some(time.to_string()),
        Value::Array(_) | Value::Table(_) => None,
    }
}

/// The file to run before the first prompt, if there is one.
pub(super) fn init() -> Option<PathBuf> {
    let path = folder()?.join("init.game");
    path.exists().then_some(path)
}

/// `upstar` in the settings folder of the user.
fn folder() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.config_dir().join("upstar"))
}
