//! `upstar completions SHELL` and `upstar man`: what other programs are given of the arguments.
//!
//! Knows: shells, sections of pages for `man`. Must not know: what the commands do.

use std::fs;
use std::io;
use std::path::Path;

use clap::{Command, ValueEnum as _};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::args::Args;
use super::context::Context;
use super::exit::Exit;
use crate::disk;
use crate::resolve;

/// Date of this version, which pages for `man` show; a test compares it with the changelog.
const RELEASED: &str = "2026-11-23";

/// Name of the program.
const PROGRAM: &str = "upstar";

/// Variables of the environment that the program reads.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("NO_COLOR", "Without colours, unless --color asks for them."),
    ("CLICOLOR_FORCE", "With colours even where standard output is no terminal."),
];

/// Files that the prompt reads.
const FILES: &[(&str, &str)] = &[
    ("~/.config/upstar/config.toml", "Settings of the prompt."),
    ("~/.config/upstar/init.game", "Runs before the first input of the prompt."),
];

/// Exit codes, as `Exit::code` gives them.
const EXITS: &[(&str, &str)] = &[
    ("0", "All well."),
    ("1", "A check failed, or a line or statement had an error."),
    (
        "2",
        "Bad usage, a file that cannot be read or does not parse, or output that cannot be written.",
    ),
    ("130", "Interrupted by Ctrl-C."),
];

/// Prints the completions for a shell; without a name, lists the shells.
pub(super) fn completions(context: &Context, shell: Option<Shell>) -> Exit {
    let Some(shell) = shell else {
        let shells = Shell::value_variants().iter().map(|shell| format!("`{shell}`"));
        let shells = shells.collect::<Vec<_>>().join(", ");
        context.terminal.error(&format!(
            "for which shell? There are {shells}: for example `upstar completions bash`"
        ));
        return Exit::Usage;
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::accepted(), PROGRAM, &mut script);
    context.terminal.write(String::from_utf8_lossy(&script));
    Exit::Success
}

/// Prints the page of a command, or of the program without one.
pub(super) fn page(context: &Context, name: Option<&str>) -> Exit {
    let pages = pages();
    let wanted = match name {
        None => PROGRAM.to_owned(),
        Some(name) => format!("{PROGRAM}-{name}"),
    };
    if let Some((_, text)) = pages.iter().find(|(found, _)| *found == wanted) {
        context.terminal.write(text);
        return Exit::Success;
    }
    let name = name.unwrap_or(PROGRAM);
    let names: Vec<&str> =
        pages.iter().filter_map(|(page, _)| page.strip_prefix("upstar-")).collect();
    let hint = resolve::nearest(name, &names).map(|near| format!(" (did you mean `{near}`?)"));
    context.terminal.error(&format!(
        "no command is called `{name}`{}; `upstar --help` lists them",
        hint.unwrap_or_default()
    ));
    Exit::Usage
}

/// Writes the pages of the program and of all commands to a folder.
pub(super) fn write_pages(context: &Context, folder: &Path) -> Exit {
    let written = fs::create_dir_all(folder).and_then(|()| {
        let mut pages = pages().into_iter();
        pages.try_for_each(|(name, text)| disk::replace(&folder.join(format!("{name}.1")), &text))
    });
    match written {
        Ok(()) => Exit::Success,
        Err(error) => {
            let folder = folder.display();
            context.terminal.error(&format!("`{folder}` cannot be written: {error}"));
            Exit::Usage
        }
    }
}

/// Pages with their names, that of the program first.
fn pages() -> Vec<(String, String)> {
    let mut command = Args::accepted().disable_help_subcommand(true);
    command.build();
    let commands = command.get_subcommands().filter(|command| !command.is_hide_set());
    let all = std::iter::once(&command).chain(commands);
    all.map(|command| (name(command), written(command, &all_names(command)))).collect()
}

/// The name of a page: `upstar-grade`.
fn name(command: &Command) -> String {
    command.get_display_name().unwrap_or(command.get_name()).to_owned()
}

/// The pages that a page refers to.
fn all_names(command: &Command) -> Vec<String> {
    match command.get_subcommands().next() {
        Some(_) => command.get_subcommands().map(name).collect(),
        None => vec![PROGRAM.to_owned()],
    }
}

fn written(command: &Command, others: &[String]) -> String {
    let mut page = Vec::new();
    // Writing to memory does not fail.
    render(command, others, &mut page).expect("memory can be written to");
    let page = String::from_utf8(page).expect("the page is made of texts");
    // Every formatter knows `.sp`; some warn of an empty line between breaks.
    ascii(&page.replace("\n.br\n\n.br\n", "\n.sp\n"))
}

/// Page with escapes for all characters beyond ASCII, which every version of `man` reads.
fn ascii(page: &str) -> String {
    let mut plain = String::with_capacity(page.len());
    for c in page.chars() {
        match c.is_ascii() {
            true => plain.push(c),
            false => plain.push_str(&format!("\\[u{:04X}]", u32::from(c))),
        }
    }
    plain
}

fn render(command: &Command, others: &[String], page: &mut Vec<u8>) -> io::Result<()> {
    let is_program = command.has_subcommands();
    let version = format!("{PROGRAM} {}", env!("CARGO_PKG_VERSION"));
    let worded =
        command.clone().subcommand_help_heading("COMMANDS").subcommand_value_name("COMMAND");
    let man = Man::new(worded)
        .title(name(command).to_uppercase())
        .date(RELEASED)
        .source(version)
        .manual("Upstar");
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    if is_program {
        man.render_subcommands_section(page)?;
    }
    let mut rest = Roff::new();
    if let Some(after) = command.get_after_help() {
        verbatim(&mut rest, &after.to_string());
    }
    entries(&mut rest, "EXIT STATUS", EXITS);
    if is_program {
        entries(&mut rest, "ENVIRONMENT", ENVIRONMENT);
        entries(&mut rest, "FILES", FILES);
    }
    references(&mut rest, others);
    rest.to_writer(page)
}

/// Adds a section of verbatim lines, of which the first is its heading.
fn verbatim(page: &mut Roff, text: &str) {
    let mut lines = text.lines();
    let heading = lines.next().unwrap_or_default().trim_end_matches(':').to_uppercase();
    page.control("SH", [heading.as_str()]).control("nf", []);
    for line in lines {
        page.text([roman(line.trim_start())]);
    }
    page.control("fi", []);
}

/// A section of terms, each with what it means.
fn entries(page: &mut Roff, heading: &str, rows: &[(&str, &str)]) {
    page.control("SH", [heading]);
    for (term, meaning) in rows {
        page.control("TP", []).text([bold(*term)]).text([roman(*meaning)]);
    }
}

fn references(page: &mut Roff, names: &[String]) {
    page.control("SH", ["SEE ALSO"]);
    for (index, name) in names.iter().enumerate() {
        let end = if index + 1 < names.len() { "(1)," } else { "(1)" };
        page.text([bold(name), roman(end)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page() {
        let pages = pages();
        assert_eq!(pages[0].0, "upstar");
        for name in super::super::args::COMMANDS.iter().filter(|name| **name != "help") {
            assert!(pages.iter().any(|(page, _)| *page == format!("upstar-{name}")), "{name}");
        }
    }

    #[test]
    fn pages_have_the_date_of_this_version() {
        let changes = include_str!("../../CHANGELOG.md");
        let heading = format!("## [{}] - {RELEASED}", env!("CARGO_PKG_VERSION"));
        assert!(changes.contains(&heading), "CHANGELOG.md has no `{heading}`");
    }
}
