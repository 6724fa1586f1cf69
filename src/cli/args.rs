//! The arguments of the command line.
//!
//! Knows: clap, flags and their defaults. Must not know: what is done with them.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{
    Args as Group, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum,
    ValueHint,
};
use clap_complete::Shell;

use upstar_core::Player;

use crate::ide::limits::{seconds, size, threads, validate};
use crate::resolve;
use crate::session::Validate;
use crate::value::{Brackets, Notation};

/// An interactive language for combinatorial game theory.
///
/// Without arguments it opens the prompt; with a file it prints the file's values.
#[derive(Debug, Parser)]
#[command(name = "upstar", version, after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Option<Command>,

    /// Run this file and print the value of each expression in it
    #[arg(value_name = "FILE.game", value_hint = ValueHint::FilePath)]
    pub(super) file: Option<String>,

    /// Start the prompt without a greeting
    #[arg(long)]
    pub(super) no_banner: bool,

    /// Start the prompt without its settings file
    #[arg(long)]
    pub(super) no_config: bool,

    /// Start the prompt without running `init.game`
    #[arg(long)]
    pub(super) no_init: bool,

    #[command(flatten)]
    pub(super) common: Common,

    /// The flags that were typed: these win over the settings file.
    #[arg(skip)]
    pub(super) typed: Vec<String>,
}

impl Args {
    /// The arguments that the program takes.
    pub(super) fn accepted() -> clap::Command {
        Args::command()
    }

    /// Parses the arguments of this program; the error has the text to print.
    pub(super) fn read() -> Result<Args, clap::Error> {
        let matches = Args::command().try_get_matches().map_err(with_suggestion)?;
        let mut args = Args::from_arg_matches(&matches)?;
        let typed = |flag: &&&str| matches.value_source(flag) == Some(ValueSource::CommandLine);
        args.typed = FLAGS.iter().filter(typed).map(|flag| (*flag).to_owned()).collect();
        match &args.file {
            Some(file) if args.command.is_some() => {
                let message = format!("expected a command alone, found `{file}` before it");
                Err(Args::command().error(ErrorKind::ArgumentConflict, message))
            }
            _ => Ok(args),
        }
    }
}

/// Adds a suggestion to an error about a misspelt command: `upstar chek homework.game`.
fn with_suggestion(error: clap::Error) -> clap::Error {
    let first = std::env::args().nth(1).unwrap_or_default();
    let is_word = matches!(error.kind(), ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument);
    if let ("run" | "exec" | "open", Some(file)) = (&*first, std::env::args().nth(2)) {
        let message = format!("a file is run by its name: `upstar {file}`");
        return Args::command().error(ErrorKind::InvalidSubcommand, message);
    }
    let near = resolve::nearest(&first, COMMANDS).filter(|near| ***near != *first);
    match near.filter(|_| is_word && first.chars().all(char::is_alphabetic)) {
        Some(near) => {
            let message = format!("there is no command `{first}` (did you mean `upstar {near}`?)");
            Args::command().error(ErrorKind::InvalidSubcommand, message)
        }
        None => error,
    }
}

const EXAMPLES: &str = "\
Examples:
  upstar                          the prompt
  upstar tutorial                 lessons at the prompt
  upstar eval '<0,*|0> + *2'      one value
  upstar homework.game            the values of a file
  upstar check homework.game      its exercises and checks
  upstar grade key.game answers/  the grades of a class
  upstar play 'Domineering(4, 4)' a match against the machine
  upstar fmt homework.game        the same program, laid out well
  upstar doc temperature          a page of the reference";

/// The flags that are settings of the prompt too, by their fields.
const FLAGS: &[&str] = &[
    "notation",
    "brackets",
    "time",
    "timeout",
    "max_memory",
    "threads",
    "validate",
    "color",
    "tables",
];

const COMPLETIONS: &str = "\
Where they belong:
  bash  upstar completions bash > ~/.local/share/bash-completion/completions/upstar
  zsh   upstar completions zsh > FOLDER/_upstar, for a FOLDER of $fpath
  fish  upstar completions fish > ~/.config/fish/completions/upstar.fish
Where the folder is missing, `mkdir -p` makes it.";

/// The words that are commands.
pub(super) const COMMANDS: &[&str] = &[
    "eval",
    "check",
    "certify",
    "verify",
    "sheet",
    "grade",
    "generate",
    "play",
    "fmt",
    "doc",
    "tables",
    "tutorial",
    "kernel",
    "lsp",
    "completions",
    "man",
    "help",
];

/// Arguments of `upstar certify`.
#[derive(Debug, Group)]
pub(super) struct CertifyArgs {
    /// The question, such as `outcome(Domineering(4, 4))` or `G >= H`
    #[arg(value_name = "QUESTION", allow_hyphen_values = true)]
    pub(super) question: String,

    /// Run this program first, to define your own rulesets
    #[arg(long, value_name = "FILE.game", value_hint = ValueHint::FilePath)]
    pub(super) rules: Option<String>,

    /// Write the certificate to this file, compressed if its name ends in `.gz`
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
}

/// Subcommand.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Print the value of an expression, or of each line read with `-`
    Eval {
        /// The expression, or `-`: one line in, one line out
        #[arg(value_name = "EXPR", allow_hyphen_values = true)]
        expression: String,

        /// Say which engine answers questions about the value, and which rules are slow
        #[arg(long)]
        how: bool,
    },
    /// Run the exercises and checks in files; check keys and files of answers
    Check {
        /// The files
        #[arg(value_name = "FILES", required = true, value_hint = ValueHint::FilePath)]
        files: Vec<String>,
    },
    /// Make a certificate of an answer that another program can check
    Certify(CertifyArgs),
    /// Check a certificate by the definitions of the language, without the engine
    Verify {
        /// The file, or `-`; it may be compressed
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
    },
    /// Make the handout of a key, or of several
    Sheet(SheetArgs),
    /// Grade files of answers
    Grade(GradeArgs),
    /// Write an exercise with its key, or list the topics
    Generate(GenerateArgs),
    /// List the tables of answers in a folder, export or verify them, join them with others
    Tables(TablesArgs),
    /// Play against the machine
    Play(PlayArgs),
    /// Format programs: one style, with the same meaning and the same comments
    Fmt(FmtArgs),
    /// Show the page of a name or an error, or list the topics
    Doc {
        /// A name such as `temperature`, or a code such as G0101
        #[arg(value_name = "NAME", allow_hyphen_values = true)]
        name: Option<String>,
    },
    /// Start or continue the lessons of the tutorial at the prompt
    Tutorial {
        /// The number or the name of a lesson
        #[arg(value_name = "LESSON")]
        lesson: Option<String>,
    },
    /// Install or run the kernel for Jupyter notebooks
    #[command(disable_help_flag = true)]
    Kernel {
        /// What the kernel is to do: `install`, `uninstall`, `run`
        #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Print the completions for a shell
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// The shell
        #[arg(value_name = "SHELL", value_enum)]
        shell: Option<Shell>,
    },
    /// Print the page for `man` of the program, or of a command
    Man {
        /// A command such as `grade`
        #[arg(value_name = "COMMAND", conflicts_with = "into")]
        command: Option<String>,

        /// Write all pages to this folder
        #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
        into: Option<PathBuf>,
    },
    /// Serve an editor: the Language Server Protocol on standard input and output
    Lsp {
        /// Standard input and output, the only way there is; clients write it
        #[arg(long, hide = true)]
        stdio: bool,
    },
}

/// Arguments of `upstar play`.
#[derive(Debug, Group)]
pub(super) struct PlayArgs {
    /// A position such as 'Domineering(4, 4)', after a file that defines what it needs; or only
    /// the file of a match that was saved
    #[arg(value_name = "[FILE.game] [P]", required = true, num_args = 1..=2)]
    pub(super) what: Vec<String>,

    /// Which side you are on
    #[arg(long = "as", value_name = "SIDE", value_enum, ignore_case = true)]
    pub(super) side: Option<SideArg>,

    /// Who begins; you by default
    #[arg(long, value_name = "SIDE", value_enum, ignore_case = true)]
    pub(super) first: Option<SideArg>,

    /// Let two people play at one board
    #[arg(long, conflicts_with_all = ["side", "watch"])]
    pub(super) two: bool,

    /// Watch the machine play against itself
    #[arg(long, conflicts_with = "side")]
    pub(super) watch: bool,
}

/// Arguments of `upstar sheet`.
#[derive(Debug, Group)]
pub(super) struct SheetArgs {
    /// The key; several with `--into`
    #[arg(value_name = "KEY.game", required = true, value_hint = ValueHint::FilePath)]
    pub(super) keys: Vec<String>,

    /// Make the handout of this student, if exercises differ from student to student
    #[arg(long, value_name = "NAME", conflicts_with = "students")]
    pub(super) student: Option<String>,

    /// Make a handout for each student in this file, one name to a line
    #[arg(long, value_name = "FILE", requires = "into", value_hint = ValueHint::FilePath)]
    pub(super) students: Option<String>,

    /// The folder that the handouts go to
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(super) into: Option<String>,

    /// Make a handout for paper instead of a file to fill in
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(super) paper: Option<PaperArg>,

    /// Make a link to this page of exercises in the browser, with the handout in it
    #[arg(long, value_name = "URL", conflicts_with = "paper")]
    pub(super) link: Option<String>,

    /// Include the right answers, on paper
    #[arg(long, requires = "paper")]
    pub(super) solutions: bool,
}

/// How a sheet is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum PaperArg {
    /// Markdown
    Markdown,
    /// LaTeX
    Latex,
}

/// Arguments of `upstar grade`.
#[derive(Debug, Group)]
pub(super) struct GradeArgs {
    /// The key
    #[arg(value_name = "KEY.game", value_hint = ValueHint::FilePath)]
    pub(super) key: String,

    /// Files of answers, folders, and archives (.zip, .tar, .tar.gz)
    #[arg(value_name = "ANSWERS", required = true, value_hint = ValueHint::AnyPath)]
    pub(super) answers: Vec<String>,

    /// Write a table of grades; if it exists, report who gains or loses points
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) csv: Option<String>,

    /// Write a page for each student
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(super) feedback: Option<String>,

    /// Read points and remarks given by hand from this table; by default `by_hand.csv` in the folder of answers
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) by_hand: Option<String>,

    /// Compare with an earlier table
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) compare: Option<String>,

    /// Stop each answer after this many steps
    #[arg(long, value_name = "NUMBER", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1000..))]
    pub(super) steps: u64,
}

/// Arguments of `upstar fmt`.
#[derive(Debug, Group)]
pub(super) struct FmtArgs {
    /// Files, folders for all `.game` files in them, or `-`: from standard input to standard output
    #[arg(value_name = "FILES", required = true)]
    pub(super) files: Vec<String>,

    /// Change nothing and list the files that are not formatted
    #[arg(long)]
    pub(super) check: bool,
}

/// Arguments of `upstar tables`.
#[derive(Debug, Group)]
pub(super) struct TablesArgs {
    /// The folder
    #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(super) folder: PathBuf,

    /// Write all entries to this file, as a table
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub(super) export: Option<PathBuf>,

    /// Add the answers from another folder
    #[arg(long, value_name = "OTHER", value_hint = ValueHint::DirPath)]
    pub(super) merge: Option<PathBuf>,

    /// Recompute this many answers, chosen at random, and compare
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) verify: Option<u32>,
}

/// Arguments of `upstar generate`.
#[derive(Debug, Group)]
pub(super) struct GenerateArgs {
    /// The topic; all topics are listed without one
    #[arg(value_name = "TOPIC")]
    pub(super) topic: Vec<String>,

    /// Chooses other questions
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(super) seed: u64,

    /// How many questions
    #[arg(long, value_name = "NUMBER", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(super) questions: u32,

    /// How difficult they are, from 1 to 5
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=5))]
    pub(super) level: u32,
}

/// A player.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum SideArg {
    /// Left, or Max
    #[value(alias = "max")]
    Left,
    /// Right, or Min
    #[value(alias = "min")]
    Right,
}

impl From<SideArg> for Player {
    fn from(side: SideArg) -> Player {
        match side {
            SideArg::Left => Player::Left,
            SideArg::Right => Player::Right,
        }
    }
}

/// Flags of all commands.
#[derive(Debug, Group)]
pub(super) struct Common {
    /// How values are written (LaTeX: packages amsmath and amssymb, for pictures tikz)
    #[arg(long, global = true, value_enum, default_value_t)]
    pub(super) notation: NotationArg,

    /// Brackets around options: <> or {}
    #[arg(long, global = true, value_name = "BRACKETS", default_value = "<>")]
    pub(super) brackets: Brackets,

    /// Write JSON, one object per answer
    #[arg(long, global = true)]
    pub(super) json: bool,

    /// Show how long each computation took
    #[arg(long, global = true)]
    pub(super) time: bool,

    /// Stop each computation after this many seconds
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds)]
    pub(super) timeout: Option<Duration>,

    /// Stop a computation that needs more memory, such as 500M or 2G
    #[arg(long, global = true, value_name = "SIZE", value_parser = size, default_value = "4G")]
    pub(super) max_memory: u64,

    /// Use up to this many threads; all cores by default
    #[arg(long, global = true, value_name = "NUMBER", value_parser = threads)]
    pub(super) threads: Option<usize>,

    /// Check answers of fast methods against the rules: all, some (the first ones, then ever fewer) or off
    #[arg(long, global = true, value_name = "WHICH", value_parser = validate, default_value = "some")]
    pub(super) validate: Validate,

    /// Keep answers about positions in this folder, and reuse them
    #[arg(long, global = true, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(super) tables: Option<PathBuf>,

    /// Use colours
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(super) color: ColorArg,
}

impl Common {
    /// How values are written.
    pub(super) fn notation(&self) -> Notation {
        Notation::from(self.notation).with(self.brackets)
    }
}

/// How values are written.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(super) enum NotationArg {
    /// `↑`
    #[default]
    Unicode,
    /// `^`
    Ascii,
    /// `\uparrow`
    Latex,
}

impl From<NotationArg> for Notation {
    fn from(notation: NotationArg) -> Notation {
        match notation {
            NotationArg::Unicode => Notation::UNICODE,
            NotationArg::Ascii => Notation::ASCII,
            NotationArg::Latex => Notation::LATEX,
        }
    }
}

/// When to use colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorArg {
    /// On terminals, unless the environment says otherwise
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn an_expression_may_begin_with_a_minus() {
        let parse = |words: &[&str]| Args::try_parse_from(words).map(|args| args.command);
        for words in [
            &["upstar", "eval", "-1 + 2", "--notation", "ascii"][..],
            &["upstar", "eval", "--notation", "ascii", "-(1)"][..],
            &["upstar", "--notation", "ascii", "eval", "-v"][..],
        ] {
            let Ok(Some(Command::Eval { expression, .. })) = parse(words) else {
                panic!("{words:?}: {:?}", parse(words))
            };
            assert!(expression.starts_with('-'));
        }
    }
}
