//! Settings of the prompt and of notebooks: names, values, search, lists and changes.
//!
//! Knows: the settings of both. Must not know: where a setting was written.

use core::time::Duration;

use crate::output::{Document, Line, Role, markdown};
use crate::resolve;
use crate::session::Session;
use crate::value::Notation;

use super::limits;

/// Owner of settings.
pub trait Adjustable {
    /// The session.
    fn session(&self) -> &Session;
    /// Writes values in this notation from now on.
    fn set_notation(&mut self, notation: Notation);
    /// Whether to show how long each input took.
    fn timing(&self) -> bool;
    /// Shows how long each input took, or does not.
    fn set_timing(&mut self, is_on: bool);
    /// Time limit of an input.
    fn timeout(&self) -> Option<Duration>;
    /// Limits how long an input may take.
    fn set_timeout(&mut self, timeout: Option<Duration>);
}

/// Setting of `S`, such as the prompt.
pub struct Setting<S> {
    /// Name.
    pub name: &'static str,
    /// The values it admits.
    pub admits: &'static str,
    /// Summary of one line.
    pub summary: &'static str,
    /// Its value as it is typed.
    pub get: fn(&S) -> String,
    /// Sets the value; returns false if it is invalid.
    pub set: fn(&mut S, &str) -> bool,
}

impl<S: Adjustable> Setting<S> {
    /// Notation of values.
    pub const NOTATION: Self = Setting {
        name: "notation",
        admits: "`unicode`, `ascii` or `latex`",
        summary: "how values are written",
        get: |owner| owner.session().notation().signs.to_string(),
        set: |owner, text| {
            let brackets = owner.session().notation().brackets;
            text.parse().map(|signs| owner.set_notation(Notation { signs, brackets })).is_ok()
        },
    };
    /// Brackets around options.
    pub const BRACKETS: Self = Setting {
        name: "brackets",
        admits: "`<>` or `{}`",
        summary: "the brackets around options",
        get: |owner| owner.session().notation().brackets.to_string(),
        set: |owner, text| {
            let notation = owner.session().notation();
            text.parse().map(|brackets| owner.set_notation(notation.with(brackets))).is_ok()
        },
    };
    /// Whether to show how long each input took.
    pub const TIMING: Self = Setting {
        name: "timing",
        admits: "`on` or `off`",
        summary: "whether to show how long each input took",
        get: |owner| shown_switch(owner.timing()),
        set: |owner, text| switch(text).map(|is_on| owner.set_timing(is_on)).is_some(),
    };
    /// Time limit of an input.
    pub const TIMEOUT: Self = Setting {
        name: "timeout",
        admits: "a number of seconds above 0, or `off`",
        summary: "how long an input may take",
        get: |owner| match owner.timeout() {
            Some(timeout) => timeout.as_secs_f64().to_string(),
            None => "off".to_owned(),
        },
        set: |owner, text| match text {
            "off" => {
                owner.set_timeout(None);
                true
            }
            _ => limits::seconds(text).map(|timeout| owner.set_timeout(Some(timeout))).is_ok(),
        },
    };
    /// Memory limit of the program.
    pub const MAX_MEMORY: Self = Setting {
        name: "max_memory",
        admits: "a size such as `500M` or `2G`",
        summary: "how much memory the program may use",
        get: |owner| limits::shown_size(owner.session().budget().max_bytes()),
        set: |owner, text| {
            limits::size(text).map(|bytes| owner.session().budget().limit_bytes(bytes)).is_ok()
        },
    };
    /// Number of threads.
    pub const THREADS: Self = Setting {
        name: "threads",
        admits: "a number from 1 to 256",
        summary: "how many threads are used where several can help",
        get: |owner| owner.session().budget().threads().to_string(),
        set: |owner, text| {
            limits::threads(text).map(|n| owner.session().budget().limit_threads(Some(n))).is_ok()
        },
    };
    /// Which answers are asked of the rules as well.
    pub const VALIDATE: Self = Setting {
        name: "validate",
        admits: "`all`, `some` or `off`",
        summary: "which answers of fast methods are asked of the rules as well",
        get: |owner| owner.session().validates().name().to_owned(),
        set: |owner, text| {
            limits::validate(text).map(|mode| owner.session().validate(mode)).is_ok()
        },
    };
}

/// Returns the setting of this name among some.
///
/// # Errors
/// A message for the user, when there is none.
pub fn find<S, const N: usize>(
    settings: [Setting<S>; N],
    name: &str,
) -> Result<Setting<S>, String> {
    let wanted = name.replace('-', "_");
    let names = settings.each_ref().map(|setting| setting.name);
    settings.into_iter().find(|setting| setting.name == wanted).ok_or_else(|| {
        let hint = match resolve::nearest(&wanted, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", names.map(|name| format!("`{name}`")).join(", ")),
        };
        format!("there is no setting `{name}` ({hint})")
    })
}

impl<S> Setting<S> {
    /// Sets its value.
    ///
    /// # Errors
    /// With a message for the user, if the value is invalid.
    pub fn put(&self, owner: &mut S, text: &str) -> Result<(), String> {
        if (self.set)(owner, text) {
            return Ok(());
        }
        let words = self.admits.split('`').skip(1).step_by(2);
        let is_zero = text.parse() == Ok(0.0);
        let hint = match resolve::nearest(text, words.clone()) {
            Some(near) => format!(" (did you mean `{near}`?)"),
            // People write 0 for none.
            None if is_zero && words.clone().any(|word| word == "off") => {
                " (`off` is without a limit)".to_owned()
            }
            None => String::new(),
        };
        Err(format!("`{}` is {}, not `{text}`{hint}", self.name, self.admits))
    }

    /// The setting as it can be typed after `:set`.
    pub fn line(&self, owner: &S) -> String {
        format!("{} {}", self.name, (self.get)(owner))
    }
}

/// All settings as they are.
pub fn listed<S, const N: usize>(settings: [Setting<S>; N], owner: &S) -> Document {
    let row = |setting: Setting<S>| {
        vec![
            Line::new().with(Role::Code, setting.line(owner)),
            markdown::inline(&format!("{}: {}", setting.summary, setting.admits)),
        ]
    };
    let mut document = Document::new();
    document.table(settings.into_iter().map(row).collect());
    document
}

/// `on` or `off`
pub fn switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// `on` or `off`, as it is typed.
pub fn shown_switch(is_on: bool) -> String {
    if is_on { "on" } else { "off" }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Lamp(bool);

    const LIGHT: Setting<Lamp> = Setting {
        name: "bright_light",
        admits: "`on` or `off`",
        summary: "whether there is light",
        get: |lamp| shown_switch(lamp.0),
        set: |lamp, text| switch(text).map(|is_on| lamp.0 = is_on).is_some(),
    };

    #[test]
    fn a_misspelt_setting_has_a_near_one() {
        let mut lamp = Lamp(false);
        let light = find([LIGHT], "bright-light").expect("a hyphen is as good");
        assert_eq!(light.put(&mut lamp, "on"), Ok(()));
        assert_eq!(light.line(&lamp), "bright_light on");
        let message = find([LIGHT], "bright_lihgt").err();
        assert_eq!(
            message.as_deref(),
            Some("there is no setting `bright_lihgt` (did you mean `bright_light`?)")
        );
        assert!(find([LIGHT], "xyzzy").is_err_and(|message| message.contains("`bright_light`")));
    }

    #[test]
    fn a_value_that_is_not_admitted_changes_nothing() {
        let mut lamp = Lamp(true);
        let message = "`bright_light` is `on` or `off`, not `offf` (did you mean `off`?)";
        assert_eq!(LIGHT.put(&mut lamp, "offf"), Err(message.to_owned()));
        assert!(lamp.0);
    }
}
