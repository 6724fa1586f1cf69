//! The command line.
//!
//! Knows: arguments, files, terminals, clocks, signals, exit codes. Must not know: how anything is computed.

// Only this folder prints, reads files, and reads the clock.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::disallowed_types
)]

mod args;
mod check;
mod commands;
mod fmt;
mod grade;
mod json;
mod kernel;
pub mod lsp;
mod manual;
mod pager;
mod play;
mod repl;
mod reply;
mod resident;
mod run;
mod settings;
mod sheet;
mod shell;
mod submissions;
mod supervisor;
mod tables;
mod terminal;
mod watchdog;

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use args::{Args, Command};
pub use resident::used;
use supervisor::Supervisor;
use terminal::Terminal;
use upstar_core::Budget;

use crate::diagnostic;
use crate::diagnostic::{Code, Diagnostic};
use crate::disk::{Disk, Saves};
use crate::ide::commands::{Face, page};
use crate::session::{Session, help};

/// Exit status of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Exit {
    /// Success.
    Success,
    /// A check failed, or a line or a statement had an error.
    Failed,
    /// Bad usage, or a file that does not parse or cannot be read.
    Usage,
    /// Ctrl-C.
    Interrupted,
}

impl Exit {
    fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::Interrupted => 130,
        }
    }

    /// Returns the exit of a program with these errors.
    fn of(diagnostics: &[Diagnostic]) -> Exit {
        let exits = diagnostics.iter().map(|diagnostic| Exit::of_code(diagnostic.code));
        exits.max().unwrap_or(Exit::Success)
    }

    fn of_code(code: Code) -> Exit {
        match code {
            Code::Interrupted => Exit::Interrupted,
            Code::NoSuchFile | Code::CircularUse => Exit::Usage,
            // Errors of the parser: the file does not parse, or is not text.
            _ if code.number().starts_with("G01") => Exit::Usage,
            _ => Exit::Failed,
        }
    }
}

/// Context of every command.
struct Context {
    session: Session,
    supervisor: Supervisor,
    terminal: Terminal,
    /// The files that were written by name.
    saves: Saves,
    /// The folder in which answers are kept.
    tables: Option<PathBuf>,
}

impl Context {
    /// Replaces the session by a new one with the same settings.
    fn fresh(&mut self) -> &mut Context {
        self.session = self.session.fresh();
        self
    }
}

/// The process that the command line runs in.
#[derive(Debug, Clone, Copy)]
pub struct Process {
    /// Returns the number of bytes that all threads use.
    pub used: fn() -> u64,
    /// Returns the number of bytes allocated by the calling thread.
    pub allocated_here: fn() -> u64,
    /// Gives memory that was freed back to the system.
    pub give_back: fn(),
    /// Whether standard output was not open for writing when the program was started.
    pub output_closed: bool,
}

/// Runs the command line.
pub fn main(process: Process) -> ExitCode {
    terminal::OUTPUT_CLOSED.store(process.output_closed, Ordering::Relaxed);
    let args = match Args::read() {
        Ok(args) => args,
        Err(error) => {
            let exit = ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
            if error.use_stderr() {
                // Errors of writing to standard error are ignored.
                let _ = error.print();
            } else {
                terminal::exit_unless_written(error.print());
            }
            return exit;
        }
    };
    resident::begin();
    let budget = Budget::with_meter(process.used);
    budget.limit_bytes(args.common.max_memory);
    budget.limit_threads(args.common.threads);
    let mut session = session(budget.clone());
    session.set_notation(args.common.notation.into());
    session.validate(args.common.validate);
    // A report of checks has no values in it.
    if args.common.json && !matches!(args.command, Some(Command::Check { .. })) {
        session.answer_with_data();
    }
    let mut context = Context {
        session,
        supervisor: Supervisor::new(budget, args.common.timeout, process),
        terminal: Terminal::new(&args.common),
        saves: Saves::default(),
        tables: None,
    };
    if let Some(folder) = &args.common.tables
        && let Err(exit) = tables::keep_in(&mut context, folder)
    {
        return ExitCode::from(exit.code());
    }
    let exit = dispatch(args, &mut context);
    context.session.close();
    ExitCode::from(exit.code())
}

/// A session with the files on the disk.
fn session(budget: Budget) -> Session {
    Session::new(budget.clone(), Arc::new(Disk::new(budget)))
}

fn dispatch(args: Args, context: &mut Context) -> Exit {
    match args.command {
        Some(Command::Eval { expression }) if expression == "-" => run::one_by_one(context),
        Some(Command::Eval { expression }) => run::eval(context, &expression),
        Some(Command::Check { files }) => check::check(context, &files),
        Some(Command::Sheet(args)) => sheet::sheet(context, &args),
        Some(Command::Grade(args)) => grade::grade(context, &args),
        Some(Command::Generate(args)) => sheet::generate(context, &args),
        Some(Command::Play(args)) => play::play(context, &args),
        Some(Command::Fmt(args)) => fmt::fmt(context, &args),
        Some(Command::Doc { name }) => doc(context, name.as_deref()),
        Some(Command::Tables(args)) => tables::tables(context, &args),
        Some(Command::Kernel { args }) => kernel::kernel(context, &args),
        Some(Command::Completions { shell }) => manual::completions(context, shell),
        Some(Command::Man { into: Some(folder), .. }) => manual::write_pages(context, &folder),
        Some(Command::Man { command, .. }) => manual::page(context, command.as_deref()),
        Some(Command::Lsp { .. }) => lsp::lsp(context),
        None => match args.file {
            Some(file) => run::run(context, &file),
            None if std::io::stdin().is_terminal() => repl::repl(context, &args),
            None => run::script(context),
        },
    }
}

/// Shows the page of a name or of an error code, or the list of all names.
fn doc(context: &mut Context, name: Option<&str>) -> Exit {
    let Context { session, terminal, .. } = context;
    match name {
        Some(name) if show_page(session, terminal, name) => Exit::Success,
        Some(_) => Exit::Usage,
        None => {
            show_contents(session, terminal);
            Exit::Success
        }
    }
}

fn show_contents(session: &Session, terminal: &Terminal) {
    if !terminal.json {
        terminal.document(&help::contents(&session.entries()));
        return;
    }
    for entry in session.entries() {
        let object = serde_json::json!({
            "name": entry.name,
            "topic": entry.topic,
            "signature": entry.signature,
            "summary": entry.summary,
        });
        terminal.line(object);
    }
}

/// Shows the page of a name, a command or an error code; returns false, after a report, if there is none.
fn show_page(session: &Session, terminal: &Terminal, name: &str) -> bool {
    let found = match page(Face::Prompt, name) {
        Some(Err(message)) => {
            terminal.error(&message);
            return false;
        }
        Some(Ok(page)) => Some(page),
        None => session.page(name),
    };
    if let Some(page) = found {
        if terminal.json {
            terminal.line(json::page(&page));
        } else {
            terminal.document(&help::page(&page));
        }
        return true;
    }
    if let Some(code) = help::error_code(name) {
        if terminal.json {
            let page = serde_json::json!({
                "code": code.number(),
                "summary": code.summary(),
                "page": diagnostic::page(code),
            });
            terminal.line(page);
        } else {
            terminal.document(&help::error_page(code));
        }
        return true;
    }
    let hint = session.nearest(name).map(|near| format!(" (did you mean `{near}`?)"));
    terminal.error(&format!("nothing is called `{name}`{}", hint.unwrap_or_default()));
    false
}
