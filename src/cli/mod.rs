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
mod certify;
mod check;
mod commands;
mod context;
mod dialogue;
mod exit;
mod fmt;
mod grade;
mod json;
mod kernel;
mod lsp;
mod manual;
mod pager;
mod pages;
mod play;
mod process;
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
mod tutorial;
mod typed;

use std::io::IsTerminal as _;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use args::{Args, Command};
use context::Context;
use exit::Exit;
pub use process::Process;
pub use resident::used;
use supervisor::Supervisor;
use terminal::Terminal;
use upstar_core::Budget;

use crate::disk::Saves;

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
    let mut session = context::session(budget.clone());
    session.set_notation(args.common.notation());
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

fn dispatch(mut args: Args, context: &mut Context) -> Exit {
    match args.command.take() {
        Some(Command::Eval { expression, how: true }) => run::how(context, &expression),
        Some(Command::Eval { expression, .. }) if expression == "-" => run::one_by_one(context),
        Some(Command::Eval { expression, .. }) => run::eval(context, &expression),
        Some(Command::Check { files }) => check::check(context, &files),
        Some(Command::Certify(args)) => certify::certify(context, &args),
        Some(Command::Verify { file }) => certify::verify(context, &file),
        Some(Command::Sheet(args)) => sheet::sheet(context, &args),
        Some(Command::Grade(args)) => grade::grade(context, &args),
        Some(Command::Generate(args)) => sheet::generate(context, &args),
        Some(Command::Play(args)) => play::play(context, &args),
        Some(Command::Fmt(args)) => fmt::fmt(context, &args),
        Some(Command::Doc { name }) => pages::doc(context, name.as_deref()),
        Some(Command::Tables(args)) => tables::tables(context, &args),
        Some(Command::Kernel { args }) => kernel::kernel(context, &args),
        Some(Command::Completions { shell }) => manual::completions(context, shell),
        Some(Command::Man { into: Some(folder), .. }) => manual::write_pages(context, &folder),
        Some(Command::Man { command, .. }) => manual::page(context, command.as_deref()),
        Some(Command::Lsp { .. }) => lsp::lsp(context),
        Some(Command::Tutorial { lesson }) => {
            inputs(context, &args, &format!(":tutorial {}", lesson.unwrap_or_default()))
        }
        None => match &args.file {
            Some(file) => run::run(context, file),
            None => inputs(context, &args, ""),
        },
    }
}

/// Runs the inputs of a person, or of a script; `first` comes before them.
fn inputs(context: &mut Context, args: &Args, first: &str) -> Exit {
    match std::io::stdin().is_terminal() {
        true => repl::repl(context, args, first),
        false => run::script(context, first),
    }
}
