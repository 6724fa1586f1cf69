//! `upstar fmt FILES`
//!
//! Knows: files and folders of programs, standard input, and reports.
//! Must not know: how a program is laid out.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::{fs, iter};

use serde_json::json;

use super::args::FmtArgs;
use super::context::Context;
use super::exit::Exit;
use crate::diagnostic::{Code, Diagnostic};
use crate::outside;
use crate::session::{FileError, unreadable};
use crate::source::SourceMap;
use crate::value::TextLimits;
use crate::{disk, syntax};

/// Longest program that is read from standard input.
const MAX_BYTES: u64 = 64 << 20;

/// Formats programs, or lists those that are not formatted.
pub(super) fn fmt(context: &mut Context, args: &FmtArgs) -> Exit {
    let mut worst = Exit::Success;
    for path in &args.files {
        for file in programs(path) {
            let exit = match file {
                Ok(file) if file == "-" => standard_input(context, args.check),
                Ok(file) => one_file(context, &file, args.check),
                Err(diagnostic) => fail(context, &SourceMap::default(), &diagnostic),
            };
            worst = worst.max(exit);
            if exit == Exit::Interrupted {
                return exit;
            }
        }
    }
    worst
}

/// Formats a file; does not write one that is formatted already.
fn one_file(context: &mut Context, path: &str, check: bool) -> Exit {
    let text = match text_of(context, path) {
        Ok(text) => text,
        Err(error) => return fail(context, &SourceMap::default(), &unreadable(path, &error)),
    };
    let formatted = match formatted(context, path, &text) {
        Ok(formatted) => formatted,
        Err(exit) => return exit,
    };
    if formatted == text {
        return Exit::Success;
    }
    if !check && let Err(error) = disk::replace(Path::new(path), &formatted) {
        let message = format!("`{path}` cannot be written: {error}");
        let diagnostic = Diagnostic::error(Code::NotWritten, message);
        return fail(context, &SourceMap::default(), &diagnostic);
    }
    list(context, path);
    if check { Exit::Failed } else { Exit::Success }
}

/// Reads a regular file. Others, such as a pipe, cannot be replaced.
fn text_of(context: &Context, path: &str) -> Result<String, FileError> {
    let path = Path::new(path);
    if fs::metadata(path).is_ok_and(|kind| !kind.is_file() && !kind.is_dir()) {
        let reason = "it is not a regular file; `upstar fmt -` formats standard input".to_owned();
        return Err(FileError::Unreadable { reason });
    }
    let budget = context.session.budget().clone();
    context.supervisor.compute(|| disk::marked_text(path, &budget)).0
}

/// Formats what standard input says.
fn standard_input(context: &mut Context, check: bool) -> Exit {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes);
    let text = match read {
        Err(error) => Err(FileError::Unreadable { reason: error.to_string() }),
        Ok(length) if length as u64 > MAX_BYTES => {
            let reason = format!("it is longer than {} MiB", MAX_BYTES >> 20);
            Err(FileError::Unreadable { reason })
        }
        Ok(_) => String::from_utf8(bytes)
            .map_err(|error| FileError::NotUtf8 { offset: error.utf8_error().valid_up_to() }),
    };
    let text = match text {
        Ok(text) => text,
        Err(error) => return fail(context, &SourceMap::default(), &unreadable("-", &error)),
    };
    match formatted(context, "standard input", &text) {
        Err(exit) => exit,
        Ok(formatted) if !check => {
            context.terminal.write(formatted);
            Exit::Success
        }
        Ok(formatted) if formatted == text => Exit::Success,
        Ok(_) => {
            list(context, "-");
            Exit::Failed
        }
    }
}

/// Formatted text, or the exit status if it does not parse. Keeps a byte order mark.
fn formatted(context: &mut Context, name: &str, text: &str) -> Result<String, Exit> {
    let (mark, text) =
        text.split_at(if text.starts_with(disk::MARK) { disk::MARK.len_utf8() } else { 0 });
    let mut sources = SourceMap::default();
    let id = sources.add(name, text);
    let budget = context.session.budget().clone();
    let (formatted, took) =
        context.supervisor.compute(|| syntax::format(id, text, &TextLimits(&budget)));
    context.terminal.took(took);
    match formatted {
        Ok(formatted) => Ok(format!("{mark}{formatted}")),
        Err(diagnostic) => Err(fail(context, &sources, &diagnostic)),
    }
}

/// Names a file that is changed, or would be.
fn list(context: &Context, path: &str) {
    if context.terminal.json {
        context.terminal.line(json!({ "version": outside::VERSION, "file": path }));
    } else {
        context.terminal.line(path);
    }
}

fn fail(context: &Context, sources: &SourceMap, diagnostic: &Diagnostic) -> Exit {
    if context.terminal.json {
        let error = outside::error(sources, diagnostic);
        context.terminal.line(json!({ "version": outside::VERSION, "error": error }));
    } else {
        context.terminal.diagnostic(diagnostic, sources);
    }
    match Exit::of(std::slice::from_ref(diagnostic)) {
        Exit::Failed => Exit::Usage,
        exit => exit,
    }
}

/// The file of this name, or the programs in the folder of this name and the folders in it, in order.
/// Hidden files are left out, and so are links in folders, which could lead anywhere.
fn programs(path: &str) -> Box<dyn Iterator<Item = Result<String, Diagnostic>> + '_> {
    if path == "-" || !Path::new(path).is_dir() {
        return Box::new(iter::once(Ok(path.to_owned())));
    }
    // Paths to visit, the next at the end.
    let mut waiting = vec![(PathBuf::from(path), true)];
    Box::new(iter::from_fn(move || {
        loop {
            let (next, is_folder) = waiting.pop()?;
            let name = next.to_string_lossy().into_owned();
            if !is_folder {
                return Some(Ok(name));
            }
            match inside(&next) {
                Ok(entries) => waiting.extend(entries.into_iter().rev()),
                Err(error) => {
                    let error = FileError::Unreadable { reason: error.to_string() };
                    return Some(Err(unreadable(&name, &error)));
                }
            }
        }
    }))
}

/// Programs and folders in a folder, in order, with a flag for folders.
fn inside(folder: &Path) -> io::Result<Vec<(PathBuf, bool)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        let program = kind.is_file() && path.extension().is_some_and(|end| end == "game");
        if !hidden && (kind.is_dir() || program) {
            found.push((path, kind.is_dir()));
        }
    }
    found.sort();
    Ok(found)
}
