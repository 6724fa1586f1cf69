//! Settings of a notebook: `:set`.

use std::time::Duration;

use upstar::ide::limits;
use upstar::output::{Document, Line, Role, markdown};
use upstar::resolve;
use upstar::value::Notation;

use crate::cell::{Failure, Output};
use crate::commands::page;
use crate::kernel::Kernel;

/// What the session does not know itself.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// Whether to show how long each input took.
    pub(crate) timing: bool,
    /// How long an input may take.
    pub(crate) timeout: Option<Duration>,
}

/// A setting.
struct Setting {
    name: &'static str,
    /// The values it admits.
    admits: &'static str,
    /// One line.
    summary: &'static str,
    get: fn(&Kernel) -> String,
    /// Sets it; none when it does not admit this value.
    set: fn(&mut Kernel, &str) -> Option<()>,
}

const SETTINGS: &[Setting] = &[
    Setting {
        name: "notation",
        admits: "`unicode`, `ascii` or `latex`",
        summary: "how values are written as text",
        get: |kernel| kernel.session.notation().to_string(),
        set: |kernel, text| {
            kernel.session.set_notation(text.parse::<Notation>().ok()?);
            Some(())
        },
    },
    Setting {
        name: "timing",
        admits: "`on` or `off`",
        summary: "whether to show how long each input took",
        get: |kernel| if kernel.settings.timing { "on" } else { "off" }.to_owned(),
        set: |kernel, text| {
            kernel.settings.timing = match text {
                "on" => true,
                "off" => false,
                _ => return None,
            };
            Some(())
        },
    },
    Setting {
        name: "timeout",
        admits: "a number of seconds, or `off`",
        summary: "how long an input may take",
        get: |kernel| match kernel.settings.timeout {
            Some(timeout) => timeout.as_secs_f64().to_string(),
            None => "off".to_owned(),
        },
        set: |kernel, text| {
            kernel.settings.timeout = match text {
                "off" => None,
                _ => Some(limits::seconds(text).ok()?),
            };
            Some(())
        },
    },
    Setting {
        name: "max_memory",
        admits: "a size such as `500M` or `2G`",
        summary: "how much memory the kernel may use",
        get: |kernel| limits::shown_size(kernel.session.budget().max_bytes()),
        set: |kernel, text| {
            kernel.session.budget().limit_bytes(limits::size(text).ok()?);
            Some(())
        },
    },
    Setting {
        name: "threads",
        admits: "a number from 1 to 256",
        summary: "how many threads are used where several can help",
        get: |kernel| kernel.session.budget().threads().to_string(),
        set: |kernel, text| {
            kernel.session.budget().limit_threads(limits::threads(text).ok()?);
            Some(())
        },
    },
];

/// The names of the settings.
pub(crate) fn names() -> impl Iterator<Item = &'static str> + Clone {
    SETTINGS.iter().map(|setting| setting.name)
}

impl Setting {
    /// The setting as it can be typed after `:set`.
    fn line(&self, kernel: &Kernel) -> String {
        format!("{} {}", self.name, (self.get)(kernel))
    }
}

impl Kernel {
    /// `:set`: shows all settings or one, or changes one.
    pub(crate) fn set(&mut self, text: &str, output: &Output<'_>) -> Result<(), Failure> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((name, values)) = words.split_first() else {
            output.say(&page(&self.all()));
            return Ok(());
        };
        let refused = |message: String| Err(Failure::of_command(&format!("error: {message}")));
        let wanted = name.replace('-', "_");
        let Some(setting) = SETTINGS.iter().find(|setting| setting.name == wanted) else {
            let near = resolve::nearest(&wanted, names());
            let hint = near.map_or_else(
                || "`:set` lists them".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            return refused(format!("there is no setting `{name}` ({hint})"));
        };
        match values {
            [] => output.say(&setting.line(self)),
            [value] => {
                if (setting.set)(self, value).is_none() {
                    return refused(format!(
                        "`{}` is {}, not `{value}`",
                        setting.name, setting.admits
                    ));
                }
            }
            _ => {
                let line = setting.line(self);
                return refused(format!("`{name}` takes one value, as in `:set {line}`"));
            }
        }
        Ok(())
    }

    fn all(&self) -> Document {
        let row = |setting: &Setting| {
            vec![
                Line::new().with(Role::Code, setting.line(self)),
                markdown::inline(&format!("{}: {}", setting.summary, setting.admits)),
            ]
        };
        let mut document = Document::new();
        document.table(SETTINGS.iter().map(row).collect());
        document
    }
}
