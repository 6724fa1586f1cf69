//! The Jupyter kernel of Upstar: notebooks whose cells are in the language.
//!
//! Knows: messages of Jupyter, sockets, clocks, where Jupyter looks for kernels.
//! Must not know: mathematics, or how a text is evaluated.
//!
//! The kernel is a program of its own, because sockets and messages would make the command line twice as large;
//! `upstar kernel` starts it. Commands, completion and limits are those of the prompt (`upstar-ide`). Clients show
//! LaTeX before SVG and JSON before both. So a value that is drawn comes without LaTeX, and its data under a type
//! of its own.

// As in the command line: only faces of the library print, and look at clocks, files and the environment.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::disallowed_types
)]

mod cell;
mod commands;
mod editor;
mod history;
mod kernel;
mod message;
mod settings;
mod specification;
mod watch;
mod wire;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use mimalloc::MiMalloc;
use upstar_ide::limits;
use upstar_lang::counting::Counting;

use specification::Installation;

/// Allocator that counts, for the limit of memory.
#[global_allocator]
static ALLOCATOR: Counting<MiMalloc> = Counting(MiMalloc);

/// Notebooks in the language: the kernel for Jupyter.
#[derive(Debug, Parser)]
#[command(
    name = "upstar kernel",
    bin_name = "upstar kernel",
    version,
    arg_required_else_help = true
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
enum Command {
    /// Make the kernel known to Jupyter
    Install(Where),
    /// Take that back
    Uninstall(Where),
    /// Run the kernel: Jupyter does this
    Run {
        /// The connection file that Jupyter has written
        #[arg(value_name = "FILE")]
        file: PathBuf,

        /// Stop a computation that needs more memory, such as 500M or 2G
        #[arg(long, value_name = "SIZE", value_parser = limits::size, default_value = "4G")]
        max_memory: u64,

        /// Use up to this many threads; all cores by default
        #[arg(long, value_name = "NUMBER", value_parser = limits::threads)]
        threads: Option<usize>,
    },
}

/// For whom the kernel is installed.
#[derive(Debug, Args)]
struct Where {
    /// For this user, as when nothing is said
    #[arg(long, conflicts_with_all = ["sys_prefix", "prefix"])]
    user: bool,

    /// For the environment of Python or conda that is active
    #[arg(long, conflicts_with = "prefix")]
    sys_prefix: bool,

    /// For an environment in this folder
    #[arg(long, value_name = "DIR")]
    prefix: Option<PathBuf>,
}

impl Where {
    fn place(self) -> Installation {
        match self.prefix {
            Some(folder) => Installation::Prefix(folder),
            None if self.sys_prefix => Installation::Environment,
            None => Installation::User,
        }
    }
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Install(place) => specification::install(&place.place()),
        Command::Uninstall(place) => specification::uninstall(&place.place()),
        Command::Run { file, max_memory, threads } => {
            return wire::run(&file, max_memory, threads);
        }
    };
    match done {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}
