//! `--tables FOLDER` and `upstar tables FOLDER`: answers about positions that are kept between runs.
//!
//! Knows: what is listed, exported and joined. Must not know: the file, or how answers are found.

use std::io::BufWriter;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;

use super::args::TablesArgs;
use super::{Context, Exit};
use crate::diagnostic::{Code, Diagnostic};
use crate::disk;
use crate::disk::tables::{Row, Tables, Unusable};

/// Keeps the answers of the session in a folder.
pub(super) fn keep_in(context: &mut Context, folder: &Path) -> Result<(), Exit> {
    match Tables::open(folder) {
        Ok(tables) => {
            context.session.keep_in(Arc::new(tables));
            Ok(())
        }
        Err(error) => Err(report(context, &error)),
    }
}

/// Shows why tables cannot be used.
fn report(context: &Context, error: &Unusable) -> Exit {
    let diagnostic = Diagnostic::error(Code::BadTables, &error.message).help(&error.help);
    context.terminal.diagnostic(&diagnostic, context.session.sources());
    Exit::Failed
}

/// `upstar tables FOLDER`
pub(super) fn tables(context: &mut Context, args: &TablesArgs) -> Exit {
    match work(context, args) {
        Ok(()) => Exit::Success,
        Err(error) => report(context, &error),
    }
}

fn work(context: &mut Context, args: &TablesArgs) -> Result<(), Unusable> {
    let tables = existing(&args.folder)?;
    if let Some(other) = &args.merge {
        let count = tables.merge(&existing(other)?)?;
        context.terminal.note(&format!("{count} entries of `{}`", other.display()));
    }
    if let Some(path) = &args.export {
        let failed = |error: &dyn std::fmt::Display| Unusable {
            message: format!("the file `{}` cannot be written: {error}", path.display()),
            help: "give a file that you may write to".to_owned(),
        };
        let file = disk::create(path).map_err(|error| failed(&error))?;
        let mut to = BufWriter::new(file);
        let lines = tables.export(&mut to)?;
        std::io::Write::flush(&mut to).map_err(|error| failed(&error))?;
        context.terminal.note(&format!("{lines} entries in `{}`", path.display()));
    }
    if args.export.is_none() && args.merge.is_none() {
        list(context, &tables)?;
    }
    Ok(())
}

/// The tables in a folder that has some.
fn existing(folder: &Path) -> Result<Tables, Unusable> {
    if Tables::are_in(folder) {
        return Tables::open(folder);
    }
    Err(Unusable {
        message: format!("there are no tables in `{}`", folder.display()),
        help: "a computation keeps its answers with `--tables FOLDER`".to_owned(),
    })
}

fn list(context: &Context, tables: &Tables) -> Result<(), Unusable> {
    let (rows, games) = (tables.rows()?, tables.games()?);
    let terminal = &context.terminal;
    if terminal.json {
        for Row { name, number, counts: [values, nimbers, winners] } in rows {
            let number = format!("{:016x}", u64::from_be_bytes(number));
            terminal.line(json!({
                "ruleset": name, "meaning": number,
                "values": values, "nimbers": nimbers, "winners": winners,
            }));
        }
        return Ok(());
    }
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(7);
    terminal.line(format!(
        "{:width$}  {:>10}  {:>10}  {:>10}",
        "ruleset", "values", "nimbers", "winners"
    ));
    for Row { name, counts: [values, nimbers, winners], .. } in rows {
        terminal.line(format!("{name:width$}  {values:>10}  {nimbers:>10}  {winners:>10}"));
    }
    terminal.line(format!("games that values are made of: {games}"));
    Ok(())
}
