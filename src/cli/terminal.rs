//! The terminal: standard output and error, and their style.
//!
//! Knows: standard output and error, colours, widths, closed pipes. Must not know: what the text says.

use std::cell::RefCell;
use std::fmt::{Display, Write as _};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, IsTerminal, StdoutLock, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{env, fmt, fs, io};

use unicode_width::UnicodeWidthStr;

use super::args::{ColorArg, Common, NotationArg};
use super::exit::Exit;
use super::pager::{Pager, plain};
use crate::diagnostic::{Diagnostic, render};
use crate::output;
use crate::output::{Document, Folded};
use crate::session::Session;
use crate::source::SourceMap;
use crate::value::how::How;

/// The terminal: standard output and error, and their style.
#[derive(Debug)]
pub(super) struct Terminal {
    /// Whether standard output has colours.
    pub(super) color: bool,
    error_color: bool,
    /// When to use colours.
    colors: ColorArg,
    /// Whether diagnostics are drawn with Unicode.
    pub(super) unicode: bool,
    /// Columns.
    pub(super) width: usize,
    /// Whether lines are folded to the width: those of a person at a screen.
    pub(super) folds: bool,
    /// Whether answers are JSON.
    pub(super) json: bool,
    /// Whether to show how long a computation took.
    pub(super) time: bool,
    /// Keeps what does not fit on the screen.
    pub(super) pager: Pager,
    /// Record of all output.
    pub(super) log: Log,
}

impl Terminal {
    /// Creates the terminal that the flags and the environment ask for.
    pub(super) fn new(flags: &Common) -> Terminal {
        let columns = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let mut terminal = Terminal {
            color: false,
            error_color: false,
            colors: flags.color,
            unicode: !matches!(flags.notation, NotationArg::Ascii),
            width: columns.or_else(measured).unwrap_or(80),
            folds: false,
            json: flags.json,
            time: flags.time,
            pager: Pager::default(),
            log: Log::default(),
        };
        terminal.set_colors(flags.color);
        terminal
    }

    /// When colours are used.
    pub(super) fn colors(&self) -> ColorArg {
        self.colors
    }

    /// Chooses when to use colours.
    pub(super) fn set_colors(&mut self, when: ColorArg) {
        self.colors = when;
        self.color = colored(when, io::stdout().is_terminal());
        self.error_color = colored(when, io::stderr().is_terminal());
    }

    /// Columns in which answers are shown.
    pub(super) fn columns(&self) -> usize {
        if self.folds { self.width } else { usize::MAX }
    }

    /// A text as it is shown, folded if need be.
    pub(super) fn folded<'t>(&self, text: &'t str) -> Folded<'t> {
        Folded { text, width: self.columns() }
    }

    /// Writes a line to standard output at once.
    pub(super) fn line(&self, text: impl Display) {
        self.write(format_args!("{text}\n"));
    }

    /// Writes text to standard output, as much as fits on the screen. It is written in parts, and is never
    /// in memory as a whole. Ends the program if writing fails.
    pub(super) fn write(&self, text: impl Display) {
        self.put(text, |piece| self.record(piece));
    }

    /// Writes text that is on record already.
    pub(super) fn write_unrecorded(&self, text: impl Display) {
        self.put(text, |_| {});
    }

    /// Writes text to standard output, and passes each part of it to `record`.
    fn put(&self, text: impl Display, record: impl Fn(&str)) {
        let (out, written) = (io::stdout().lock(), Ok(()));
        let mut output = Output { out, written, pager: &self.pager, record };
        // What fails is in `written`.
        let _ = write!(output, "{text}");
        let Output { mut out, written, .. } = output;
        exit_unless_written(written.and_then(|()| out.flush()));
    }

    /// Writes a document to standard output.
    pub(super) fn document(&self, document: &Document) {
        let style = output::Style { color: self.color, width: self.width.min(100) };
        self.write(output::render(document, style));
    }

    /// Writes how questions about a game are answered to standard output.
    pub(super) fn how(&self, session: &Session, all: &[How]) {
        let style = render::Style { color: self.color, unicode: self.unicode, width: self.width };
        let drawn = session.drawn_how(all, style);
        let fits = |line: &&str| line.width() <= self.width || line.contains(['│', '|', '\x1b']);
        for line in drawn.lines() {
            match Some(line).filter(fits) {
                Some(line) => self.line(line),
                None => self.line(wrapped(line, self.width)),
            }
        }
    }

    /// Writes a line to standard error.
    pub(super) fn note(&self, text: &str) {
        self.record(&format!("{text}\n"));
        // Errors of writing to standard error are ignored.
        let _ = writeln!(io::stderr().lock(), "{}", self.folded(text));
    }

    /// Clears the screen, if there is one.
    pub(super) fn clear(&self) {
        if self.color {
            // Clear all lines, those that have left the screen too, and go to the first.
            self.write_unrecorded("\x1b[2J\x1b[3J\x1b[H");
        }
    }

    /// Writes an error to standard error.
    pub(super) fn error(&self, text: &str) {
        self.note(&format!("error: {text}"));
    }

    /// Appends text to the record, if there is one.
    pub(super) fn record(&self, text: &str) {
        if let Err(error) = self.log.write(text) {
            self.error(&format!("the log cannot be written: {error}"));
        }
    }

    /// Writes a diagnostic to standard error.
    pub(super) fn diagnostic(&self, diagnostic: &Diagnostic, sources: &SourceMap) {
        let style =
            render::Style { color: self.error_color, unicode: self.unicode, width: self.width };
        let text = render::render(diagnostic, sources, style);
        self.record(&text);
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    /// Writes the time of a computation to standard error, if the settings ask for it.
    pub(super) fn took(&self, time: Duration) {
        if self.time && !self.json {
            self.note(&format!("time: {}", duration(time)));
        }
    }
}

/// Standard output as a target of formatting.
struct Output<'t, R> {
    out: StdoutLock<'static>,
    written: io::Result<()>,
    pager: &'t Pager,
    record: R,
}

impl<R: Fn(&str)> fmt::Write for Output<'_, R> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        (self.record)(piece);
        self.written = self.out.write_all(self.pager.pass(piece).as_bytes());
        self.written.as_ref().map_or(Err(fmt::Error), |()| Ok(()))
    }
}

/// Whether standard output is closed.
pub(super) static OUTPUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// The columns of the terminal that standard output is; `None` if it is none.
#[cfg(unix)]
fn measured() -> Option<usize> {
    let stdout = io::stdout();
    let size = rustix::termios::tcgetwinsize(&stdout).ok().filter(|_| stdout.is_terminal())?;
    Some(usize::from(size.ws_col)).filter(|columns| *columns > 0)
}

/// Other systems say it at the prompt alone.
#[cfg(not(unix))]
fn measured() -> Option<usize> {
    None
}

/// A line broken between words; what follows is indented two columns further.
fn wrapped(line: &str, width: usize) -> String {
    let indent = line.len() - line.trim_start().len();
    let below = format!("\n{:indent$}  ", "");
    let mut text = " ".repeat(indent);
    let mut used = indent;
    for (at, word) in line.trim_start().split(' ').enumerate() {
        if at > 0 && used + 1 + word.width() > width.max(20) {
            text.push_str(&below);
            used = indent + 2;
        } else if at > 0 {
            text.push(' ');
            used += 1;
        }
        text.push_str(word);
        used += word.width();
    }
    text
}

/// Ends the program if writing to standard output has failed: quietly if the pipe is closed, as in `upstar
/// doc | head`, and with an error otherwise.
pub(super) fn exit_unless_written(written: io::Result<()>) {
    let reason = match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            std::process::exit(Exit::Success.code().into())
        }
        Err(error) => error.to_string(),
        Ok(()) if OUTPUT_CLOSED.load(Ordering::Relaxed) => "it is closed".to_owned(),
        Ok(()) => return,
    };
    // Errors of writing to standard error are ignored.
    let _ = writeln!(io::stderr().lock(), "error: standard output cannot be written: {reason}");
    std::process::exit(Exit::Usage.code().into())
}

/// A duration for readers.
pub(super) fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 0.001 {
        format!("{:.0} µs", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

fn colored(flag: ColorArg, is_terminal: bool) -> bool {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    match flag {
        ColorArg::Always => true,
        ColorArg::Never => false,
        ColorArg::Auto if is_set("NO_COLOR") => false,
        ColorArg::Auto if env::var_os("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
        ColorArg::Auto => is_terminal && env::var_os("TERM").is_none_or(|term| term != "dumb"),
    }
}

/// Log of a session, if there is one.
#[derive(Debug, Default)]
pub(super) struct Log {
    file: RefCell<Option<File>>,
}

impl Log {
    /// Begins to append to a file. Returns its full path.
    pub(super) fn begin(&self, path: &str) -> io::Result<PathBuf> {
        // Opening a pipe would block until it is read.
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(io::Error::other("it is not a regular file"));
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let path = fs::canonicalize(path)?;
        *self.file.borrow_mut() = Some(file);
        Ok(path)
    }

    /// Ends the log; returns whether there was one.
    pub(super) fn end(&self) -> bool {
        self.file.take().is_some()
    }

    /// Appends output without colours.
    ///
    /// # Errors
    /// When that fails; nothing is recorded from then on.
    fn write(&self, text: &str) -> io::Result<()> {
        let mut file = self.file.borrow_mut();
        let Some(open) = file.as_mut() else { return Ok(()) };
        let written = open.write_all(plain(text).as_bytes());
        if written.is_err() {
            *file = None;
        }
        written
    }
}
