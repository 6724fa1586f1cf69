//! `--tables FOLDER` and `upstar tables FOLDER`: answers about positions that are kept between runs.
//!
//! Knows: what is listed, exported and joined. Must not know: the file, or how answers are found.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;
use upstar_core::solve::kept::{Archive, Kind};

use super::args::TablesArgs;
use super::certify;
use super::context::{self, Context};
use super::exit::Exit;
use crate::diagnostic::{Code, Diagnostic};
use crate::disk;
use crate::disk::tables::{Sample, StoredRuleset, Tables, Unusable, name_of};
use crate::session::{KeptAnswer, Recomputed};

/// Keeps the answers of the session in a folder from now on.
pub(super) fn keep_in(context: &mut Context, folder: &Path) -> Result<(), Exit> {
    // The folder may be the one that is used now.
    keep_nowhere(context);
    match Tables::open(folder) {
        Ok(tables) => {
            if tables.is_read_only() {
                context.terminal.note(&format!(
                    "the tables in `{}` cannot be written: answers are read, and none is kept",
                    folder.display()
                ));
            }
            context.session.keep_in(Some(Arc::new(tables)));
            context.tables = Some(folder.to_owned());
            Ok(())
        }
        Err(error) => Err(report(context, &error)),
    }
}

/// Keeps no answers from now on.
pub(super) fn keep_nowhere(context: &mut Context) {
    if context.tables.take().is_some() {
        context.session.keep_in(None);
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
        Ok(exit) => exit,
        Err(error) => report(context, &error),
    }
}

fn work(context: &mut Context, args: &TablesArgs) -> Result<Exit, Unusable> {
    let mut tables = match &args.merge {
        Some(other) => joined(context, &args.folder, other)?,
        None => existing(&args.folder)?,
    };
    if let Some(path) = &args.export {
        tables = export(context, tables, path)?;
    }
    if let Some(count) = args.verify {
        return verify(context, tables, count as usize);
    }
    if args.export.is_none() && args.merge.is_none() {
        list(context, &tables)?;
    }
    Ok(Exit::Success)
}

/// Writes all answers about positions in words: the kind, the ruleset, the position or sum, and the answer, as
/// the language writes them.
fn export(context: &mut Context, tables: Tables, path: &Path) -> Result<Tables, Unusable> {
    let unwritable = |error: &dyn std::fmt::Display| Unusable {
        message: format!("the file `{}` cannot be written: {error}", path.display()),
        help: "give a file that you may write to".to_owned(),
    };
    let file = disk::create(path).map_err(|error| unwritable(&error))?;
    let mut to = csv::Writer::from_writer(file);
    to.write_record(["kind", "ruleset", "of", "answer"]).map_err(|error| unwritable(&error))?;
    let (rows, tables) = (tables.rows()?, Arc::new(tables));
    let archive = tables.clone() as Arc<dyn Archive>;
    let mut lines = 0_u64;
    for (row, name) in rows.iter().zip(distinct_names(&rows)) {
        let mut own = context::session(context.session.budget().clone());
        let (ruleset, _) =
            context.supervisor.compute(|| own.kept_ruleset(&*archive, &row.program, row.number));
        for kind in [Kind::Value, Kind::Nimber, Kind::Winner] {
            let write = |key: &[u8], answer: &[u8]| {
                let kept = KeptAnswer { kind, key, answer };
                let words = match &ruleset {
                    Some(ruleset) => own.words(&archive, ruleset, kept).map_err(stopped)?,
                    None => None,
                };
                // What cannot be read is written as it is.
                let [of, answer] = words.unwrap_or_else(|| [key, answer].map(digits));
                lines += 1;
                let line = [name_of(kind), &name, &of, &answer];
                to.write_record(line).map_err(|error| unwritable(&error))
            };
            context.supervisor.compute(|| tables.each_answer(kind, &row.number, write)).0?;
        }
    }
    to.flush().map_err(|error| unwritable(&error))?;
    context.terminal.note(&format!("{lines} answers in `{}`", path.display()));
    drop(archive);
    Ok(Arc::into_inner(tables).expect("nothing else holds the tables"))
}

/// Names of rulesets; of several with one name each has a number.
fn distinct_names(rows: &[StoredRuleset]) -> Vec<String> {
    let count =
        |rows: &[StoredRuleset], name: &str| rows.iter().filter(|row| row.name == name).count();
    let name = |(place, row): (usize, &StoredRuleset)| match count(rows, &row.name) {
        1 => row.name.clone(),
        _ => format!("{} {}", row.name, count(&rows[..=place], &row.name)),
    };
    rows.iter().enumerate().map(name).collect()
}

/// Bytes as hexadecimal digits.
fn digits(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = "0x".to_owned();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Error of an export that a limit or the user has stopped.
fn stopped(diagnostic: Diagnostic) -> Unusable {
    let help = "what was written so far stays there".to_owned();
    Unusable { message: diagnostic.message, help }
}

/// The tables in a folder, which may be new, with all that another one has.
fn joined(context: &Context, folder: &Path, other: &Path) -> Result<Tables, Unusable> {
    let added = existing(other)?;
    if is_same(folder, other) {
        return Err(Unusable {
            message: format!("both folders are `{}`", other.display()),
            help: "tables are joined with those of another folder".to_owned(),
        });
    }
    let tables = Tables::open(folder)?;
    let count = tables.merge(&added)?;
    context.terminal.note(&format!("{count} entries of `{}`", other.display()));
    Ok(tables)
}

/// Whether two names are of one folder.
fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    real(one).is_some_and(|one| real(other) == Some(one))
}

/// The tables in a folder that has some.
fn existing(folder: &Path) -> Result<Tables, Unusable> {
    if Tables::are_in(folder) {
        return Tables::open(folder);
    }
    Tables::may_be_in(folder)?;
    Err(Unusable {
        message: format!("there are no tables in `{}`", folder.display()),
        help: "a computation keeps its answers with `--tables FOLDER`".to_owned(),
    })
}

fn list(context: &Context, tables: &Tables) -> Result<(), Unusable> {
    let (rows, games) = (tables.rows()?, tables.count(Kind::Game)?);
    let certificates = tables.count(Kind::Certificate)?;
    let terminal = &context.terminal;
    if terminal.json {
        for StoredRuleset { name, number, counts: [values, nimbers, winners], .. } in rows {
            let number = format!("{:016x}", u64::from_be_bytes(number));
            terminal.line(json!({
                "ruleset": name, "meaning": number,
                "values": values, "nimbers": nimbers, "winners": winners,
            }));
        }
        if certificates > 0 {
            terminal.line(json!({ "certificates": certificates }));
        }
        return Ok(());
    }
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(7);
    terminal.line(format!(
        "{:width$}  {:>10}  {:>10}  {:>10}",
        "ruleset", "values", "nimbers", "winners"
    ));
    for StoredRuleset { name, counts: [values, nimbers, winners], .. } in rows {
        terminal.line(format!("{name:width$}  {values:>10}  {nimbers:>10}  {winners:>10}"));
    }
    terminal.line(format!("games that values are made of: {games}"));
    if certificates > 0 {
        terminal.line(format!("certificates: {certificates}"));
    }
    Ok(())
}

/// Results of a verification: how many answers there are of each kind of result.
#[derive(Default)]
struct Verified {
    same: usize,
    different: usize,
    /// The ruleset cannot be made from what is kept of it.
    without_rules: usize,
    /// The position cannot be made from its key.
    unreadable: usize,
    /// A limit was reached first.
    unanswered: usize,
    interrupted: bool,
}

/// Finds answers chosen at random once more, and compares.
fn verify(context: &mut Context, tables: Tables, count: usize) -> Result<Exit, Unusable> {
    let samples: Vec<Sample> = tables.sample(count, RandomState::new().hash_one(count))?;
    let (rows, archive) = (tables.rows()?, Arc::new(tables) as Arc<dyn Archive>);
    let mut verified = Verified::default();
    let (certificates, samples): (Vec<Sample>, Vec<Sample>) =
        samples.into_iter().partition(|sample| sample.kind == Kind::Certificate);
    for row in &rows {
        let own: Vec<&Sample> =
            samples.iter().filter(|sample| sample.key.starts_with(&row.number)).collect();
        if !own.is_empty() && !verified.interrupted {
            verify_ruleset(context, &archive, (row, &own), &mut verified);
        }
    }
    if !verified.interrupted {
        for sample in &certificates {
            recheck(context, &sample.answer, &mut verified);
        }
    }
    let Verified { same, different, without_rules, unreadable, unanswered, interrupted } = verified;
    let terminal = &context.terminal;
    if terminal.json {
        terminal.line(json!({
            "same": same, "different": different, "without_rules": without_rules,
            "unreadable": unreadable, "unanswered": unanswered,
        }));
    } else {
        terminal.line(format!("found again: {same}, with another answer: {different}"));
        for (count, why) in [
            (without_rules, "whose ruleset cannot be made from what is kept of it"),
            (unreadable, "whose position cannot be made from what is kept of it"),
            (unanswered, "for which a limit was reached"),
        ] {
            if count > 0 {
                terminal.line(format!("not asked again: {count}, {why}"));
            }
        }
    }
    Ok(match (different, interrupted) {
        (0, true) => Exit::Interrupted,
        (0, false) => Exit::Success,
        _ => Exit::Failed,
    })
}

/// Checks a certificate by the definitions.
fn recheck(context: &Context, certificate: &[u8], verified: &mut Verified) {
    match certify::recheck(context, certificate.to_vec()) {
        Err(_) => verified.unanswered += 1,
        Ok(Ok(())) => verified.same += 1,
        Ok(Err(refused)) => {
            verified.different += 1;
            let text = String::from_utf8_lossy(certificate);
            let question = text.lines().find_map(|line| line.strip_prefix("question\t"));
            let (question, why) = (question.unwrap_or("a certificate"), refused.to_string());
            let terminal = &context.terminal;
            if terminal.json {
                terminal.line(json!({ "question": question, "refused": why }));
            } else {
                terminal.line(format!("{question}: its certificate is refused: {why}"));
            }
        }
    }
}

/// Finds answers about one ruleset once more, in a session without tables.
fn verify_ruleset(
    context: &mut Context,
    archive: &Arc<dyn Archive>,
    (row, samples): (&StoredRuleset, &[&Sample]),
    verified: &mut Verified,
) {
    let Context { session, supervisor, terminal, .. } = context;
    let mut own = context::session(session.budget().clone());
    own.set_notation(session.notation());
    let (ruleset, _) =
        supervisor.compute(|| own.kept_ruleset(&**archive, &row.program, row.number));
    let Some(ruleset) = ruleset else {
        verified.without_rules += samples.len();
        return;
    };
    for Sample { kind, key, answer, .. } in samples {
        let answer = KeptAnswer { kind: *kind, key, answer };
        let (found, _) = supervisor.compute(|| own.recompute(archive, &ruleset, answer));
        match found {
            Ok(Recomputed::Same) => verified.same += 1,
            Ok(Recomputed::Unreadable) => verified.unreadable += 1,
            Ok(Recomputed::Different { question, kept, found }) => {
                verified.different += 1;
                if terminal.json {
                    terminal.line(json!({ "question": question, "kept": kept, "found": found }));
                } else {
                    terminal.line(format!("{question}: kept {kept}, found {found}"));
                }
            }
            Err(diagnostic) if diagnostic.code == Code::Interrupted => {
                verified.interrupted = true;
                return;
            }
            Err(_) => verified.unanswered += 1,
        }
    }
}
