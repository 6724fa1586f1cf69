//! Settings of the prompt and of the settings file.
//!
//! Knows: the settings of the prompt, their form in TOML, and the place of the file.
//! Must not know: how a setting is found, shown or changed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum as _;
use etcetera::BaseStrategy as _;
use toml::{Table, Value};

use super::args::ColorArg;
use super::shell::Shell;
use super::tables;
use crate::disk;
use crate::ide::commands::unquoted;
use crate::ide::settings::{Adjustable, Setting, find, shown_switch, switch};
use crate::session::{FileError, Session};
use crate::value::Notation;

impl Adjustable for Shell<'_> {
    fn session(&self) -> &Session {
        &self.context.session
    }

    fn set_notation(&mut self, notation: Notation) {
        Shell::set_notation(self, notation);
    }

    fn timing(&self) -> bool {
        self.context.terminal.time
    }

    fn set_timing(&mut self, is_on: bool) {
        self.context.terminal.time = is_on;
    }

    fn timeout(&self) -> Option<Duration> {
        self.context.supervisor.timeout()
    }

    fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.context.supervisor.set_timeout(timeout);
    }
}

/// The settings of the prompt.
pub(super) fn settings<'c>() -> [Setting<Shell<'c>>; 11] {
    [
        Setting::NOTATION,
        Setting::BRACKETS,
        Setting {
            name: "numbers",
            admits: "`on` or `off`",
            summary: "whether the prompt shows the number of the input, as in `_7`",
            get: |shell| shown_switch(shell.numbers),
            set: |shell, text| switch(text).map(|is_on| shell.numbers = is_on).is_some(),
        },
        Setting::TIMING,
        Setting {
            name: "pager",
            admits: "`on` or `off`",
            summary: "whether long output stops when the screen is full",
            get: |shell| shown_switch(shell.paged),
            set: |shell, text| switch(text).map(|is_on| shell.paged = is_on).is_some(),
        },
        Setting {
            name: "color",
            admits: "`auto`, `always` or `never`",
            summary: "when to use colours",
            get: |shell| color_name(shell.context.terminal.colors()),
            set: |shell, text| {
                let color = ColorArg::from_str(text, false);
                color.map(|color| shell.context.terminal.set_colors(color)).is_ok()
            },
        },
        Setting::TIMEOUT,
        Setting::MAX_MEMORY,
        Setting::THREADS,
        Setting::VALIDATE,
        Setting {
            name: "tables",
            admits: "a folder, or `off`",
            summary: "where answers about positions are kept between runs",
            get: |shell| match &shell.context.tables {
                Some(folder) => folder.display().to_string(),
                None => "off".to_owned(),
            },
            set: |shell, text| {
                let folder = unquoted(text);
                let done = match folder {
                    // A folder of this name is `./on`.
                    "on" => return false,
                    "off" => {
                        tables::keep_nowhere(shell.context);
                        Ok(())
                    }
                    _ => tables::keep_in(shell.context, Path::new(folder)),
                };
                // What is wrong with a folder has been said.
                if done.is_err() {
                    shell.fail_input();
                }
                true
            },
        },
    ]
}

/// Whether a setting was set by one of these flags of the command line.
fn is_typed(name: &str, flags: &[String]) -> bool {
    let flag = if name == "timing" { "time" } else { name };
    flags.iter().any(|typed| typed == flag)
}

fn color_name(color: ColorArg) -> String {
    let name = color.to_possible_value();
    name.map_or(String::new(), |name| name.get_name().to_owned())
}

/// Applies the settings file, except for settings given by the flags `typed`; reports its errors.
pub(super) fn apply_file(shell: &mut Shell<'_>, typed: &[String]) {
    let Some(path) = folder().map(|folder| folder.join("config.toml")) else { return };
    let shown = path.display();
    let budget = shell.context.session.budget().clone();
    let (read, _) = shell.context.supervisor.compute(|| disk::text(&path, &budget));
    let text = match read {
        Ok(text) => text,
        Err(FileError::NotFound) => return,
        Err(error) => return shell.refuse(&format!("`{shown}` cannot be read: {error}")),
    };
    for message in set_all(shell, &text, typed) {
        shell.refuse(&format!("{message}, in `{shown}`"));
    }
}

/// Applies settings in TOML, and returns the errors.
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
        let done = find(settings(), key).and_then(|setting| match written(value) {
            _ if is_typed(setting.name, typed) => Ok(()),
            Some(text) => setting.put(shell, &text),
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
        Value::Boolean(is_on) => Some(shown_switch(*is_on)),
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
