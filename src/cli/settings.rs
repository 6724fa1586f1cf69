//! Settings of the prompt and of the settings file.
//!
//! Knows: the names of the settings, what they admit, how they are written.
//! Must not know: where a setting was written.

use std::path::PathBuf;

use clap::ValueEnum as _;
use etcetera::BaseStrategy as _;
use toml::{Table, Value};

use super::args::ColorArg;
use super::shell::Shell;
use crate::disk;
use crate::ide::limits;
use crate::output::{Document, Line, Role, markdown};
use crate::resolve;
use crate::session::FileError;
use crate::value::Notation;

/// One setting.
pub(super) struct Setting {
    /// What it is called.
    pub(super) name: &'static str,
    /// The values it admits.
    admits: &'static str,
    /// One line.
    summary: &'static str,
    /// The flag of the command line that means the same.
    flag: &'static str,
    get: fn(&Shell<'_>) -> String,
    /// Sets it; returns false when it does not admit this value.
    set: fn(&mut Shell<'_>, &str) -> bool,
}

/// All settings.
pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "notation",
        admits: "`unicode`, `ascii` or `latex`",
        summary: "how values are written",
        flag: "notation",
        get: |shell| shell.context.session.notation().to_string(),
        set: |shell, text| {
            let notation = text.parse::<Notation>();
            notation.map(|notation| shell.set_notation(notation)).is_ok()
        },
    },
    Setting {
        name: "numbers",
        admits: "`on` or `off`",
        summary: "whether the prompt shows the number of the input, as in `_7`",
        flag: "",
        get: |shell| on_or_off(shell.numbers),
        set: |shell, text| put(switch(text), &mut shell.numbers),
    },
    Setting {
        name: "timing",
        admits: "`on` or `off`",
        summary: "whether to show how long each input took",
        flag: "time",
        get: |shell| on_or_off(shell.context.terminal.time),
        set: |shell, text| put(switch(text), &mut shell.context.terminal.time),
    },
    Setting {
        name: "pager",
        admits: "`on` or `off`",
        summary: "whether long output stops when the screen is full",
        flag: "",
        get: |shell| on_or_off(shell.paged),
        set: |shell, text| put(switch(text), &mut shell.paged),
    },
    Setting {
        name: "color",
        admits: "`auto`, `always` or `never`",
        summary: "when to use colours",
        flag: "color",
        get: |shell| color_name(shell.context.terminal.colors()),
        set: |shell, text| {
            let color = ColorArg::from_str(text, false);
            color.map(|color| shell.context.terminal.set_colors(color)).is_ok()
        },
    },
    Setting {
        name: "timeout",
        admits: "a number of seconds, or `off`",
        summary: "how long an input may take",
        flag: "timeout",
        get: |shell| match shell.context.supervisor.timeout() {
            Some(timeout) => timeout.as_secs_f64().to_string(),
            None => "off".to_owned(),
        },
        set: |shell, text| match text {
            "off" => {
                shell.context.supervisor.set_timeout(None);
                true
            }
            _ => limits::seconds(text)
                .map(|timeout| shell.context.supervisor.set_timeout(Some(timeout)))
                .is_ok(),
        },
    },
    Setting {
        name: "max_memory",
        admits: "a size such as `500M` or `2G`",
        summary: "how much memory the program may use",
        flag: "max_memory",
        get: |shell| limits::shown_size(shell.context.session.budget().max_bytes()),
        set: |shell, text| {
            limits::size(text)
                .map(|bytes| shell.context.session.budget().limit_bytes(bytes))
                .is_ok()
        },
    },
    Setting {
        name: "threads",
        admits: "a number from 1 to 256",
        summary: "how many threads are used where several can help",
        flag: "threads",
        get: |shell| shell.context.session.budget().threads().to_string(),
        set: |shell, text| {
            let threads = limits::threads(text);
            threads.map(|n| shell.context.session.budget().limit_threads(n)).is_ok()
        },
    },
];

/// The setting of this name.
///
/// # Errors
/// A message for the user, when there is none.
pub(super) fn find(name: &str) -> Result<&'static Setting, String> {
    let wanted = name.replace('-', "_");
    SETTINGS.iter().find(|setting| setting.name == wanted).ok_or_else(|| {
        let near = resolve::nearest(&wanted, SETTINGS.iter().map(|setting| setting.name));
        let hint = near.map_or_else(
            || format!("there are {}", listed(SETTINGS.iter().map(|setting| setting.name))),
            |near| format!("did you mean `{near}`?"),
        );
        format!("there is no setting `{name}` ({hint})")
    })
}

impl Setting {
    /// Gives it a value.
    ///
    /// # Errors
    /// A message for the user, when the setting does not admit this value.
    pub(super) fn set(&self, shell: &mut Shell<'_>, text: &str) -> Result<(), String> {
        if (self.set)(shell, text) {
            return Ok(());
        }
        let words = self.admits.split('`').skip(1).step_by(2);
        let near = resolve::nearest(text, words);
        let hint = near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
        Err(format!("`{}` is {}, not `{text}`{hint}", self.name, self.admits))
    }

    /// The setting as it can be typed after `:set`.
    pub(super) fn line(&self, shell: &Shell<'_>) -> String {
        format!("{} {}", self.name, (self.get)(shell))
    }

    /// Whether it was set by one of these flags of the command line.
    pub(super) fn is_typed(&self, flags: &[String]) -> bool {
        flags.iter().any(|flag| flag == self.flag)
    }
}

/// All settings as they are.
pub(super) fn all(shell: &Shell<'_>) -> Document {
    let row = |setting: &Setting| {
        vec![
            Line::new().with(Role::Code, setting.line(shell)),
            markdown::inline(&format!("{}: {}", setting.summary, setting.admits)),
        ]
    };
    let mut document = Document::new();
    document.table(SETTINGS.iter().map(row).collect());
    document
}

fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// Puts a value where it belongs, if there is one.
fn put(value: Option<bool>, place: &mut bool) -> bool {
    value.map(|value| *place = value).is_some()
}

fn on_or_off(value: bool) -> String {
    if value { "on" } else { "off" }.to_owned()
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
        Err(error) => {
            return shell.refuse(&format!("error: `{shown}` cannot be read: {error}"));
        }
    };
    for message in set_all(shell, &text, typed) {
        shell.refuse(&format!("error: {message}, in `{shown}`"));
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
        let done = find(key).and_then(|setting| match written(value) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_setting_has_a_near_one() {
        assert!(find("max-memory").is_ok());
        let message = find("notaton").err();
        assert_eq!(
            message.as_deref(),
            Some("there is no setting `notaton` (did you mean `notation`?)")
        );
        assert!(find("xyzzy").is_err_and(|message| message.contains("`timeout`")));
    }
}
