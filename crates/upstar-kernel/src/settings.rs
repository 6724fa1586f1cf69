//! Settings of a notebook: `:set`.

use std::time::Duration;

use upstar_ide::settings::{Adjustable, Setting, find, listed};
use upstar_lang::session::Session;
use upstar_lang::value::Notation;

use crate::cell::{Failure, Output};
use crate::commands::page;
use crate::kernel::Kernel;

/// Settings that the session does not have.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// Whether to show how long each input took.
    pub(crate) timing: bool,
    /// Time limit of an input.
    pub(crate) timeout: Option<Duration>,
}

impl Adjustable for Kernel {
    fn session(&self) -> &Session {
        &self.session
    }

    fn set_notation(&mut self, notation: Notation) {
        self.session.set_notation(notation);
    }

    fn timing(&self) -> bool {
        self.settings.timing
    }

    fn set_timing(&mut self, is_on: bool) {
        self.settings.timing = is_on;
    }

    fn timeout(&self) -> Option<Duration> {
        self.settings.timeout
    }

    fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.settings.timeout = timeout;
    }
}

const SETTINGS: [Setting<Kernel>; 7] = [
    Setting::NOTATION,
    Setting::BRACKETS,
    Setting::TIMING,
    Setting::TIMEOUT,
    Setting::MAX_MEMORY,
    Setting::THREADS,
    Setting::VALIDATE,
];

/// The names of the settings.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    SETTINGS.map(|setting| setting.name).into_iter()
}

impl Kernel {
    /// `:set`: shows all settings or one, or changes one.
    pub(crate) fn set(&mut self, text: &str, output: &Output<'_>) -> Result<(), Failure> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((name, values)) = words.split_first() else {
            output.say(&page(&listed(SETTINGS, self)));
            return Ok(());
        };
        let done = find(SETTINGS, name).and_then(|setting| match values {
            [] => {
                output.say(&setting.line(self));
                Ok(())
            }
            [value] => setting.put(self, value),
            _ => Err(format!("`{name}` takes one value, as in `:set {}`", setting.line(self))),
        });
        done.map_err(|message| Failure::of_command(&message))
    }
}
