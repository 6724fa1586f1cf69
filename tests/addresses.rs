//! Addresses: no manifest and no page has one that does not exist. The project has no site, so there is none of its own.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{expect_none, root};

/// The hosts that files may name, each with why.
const HOSTS: &[(&str, &str)] = &[
    ("127.0.0.1", "this machine"),
    ("anywidget.dev", "what the explorer of notebooks is made with"),
    ("distributed.dask.org", "what sweeps over a cluster need"),
    ("example.org", "kept for examples, by RFC 2606"),
    ("keepachangelog.com", "the format of the changelog"),
    ("localhost", "this machine"),
    ("microsoft.github.io", "the Language Server Protocol"),
    ("rustup.rs", "how to install Rust"),
    ("semver.org", "what versions mean"),
    ("tree-sitter.github.io", "the schema of a file that its generator writes"),
    ("www.apache.org", "in the text of the licence"),
    ("www.debian.org", "the name of the format of copyright files"),
    ("www.w3.org", "names of XML formats, which nothing loads"),
];

/// Folders that are made by tools.
const MADE: &[&str] =
    &[".git", ".venv", "__pycache__", "_explorer", "dist", "node_modules", "public", "target"];

/// Files that other programs write: they name where libraries come from.
const LOCKS: &[&str] = &["Cargo.lock", "package-lock.json"];

/// All files of the project that are text, as paths from its root.
fn texts() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            let kind = entry.file_type().unwrap();
            if kind.is_dir() && !MADE.contains(&&*name) {
                folders.push(path);
            } else if kind.is_file()
                && !LOCKS.contains(&&*name)
                && let Ok(text) = fs::read_to_string(&path)
            {
                found.push((path.strip_prefix(root()).unwrap().to_owned(), text));
            }
        }
    }
    found.sort();
    found
}

/// The hosts of the addresses in a text, with their lines.
fn hosts(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let schemes = ["http://", "https://"].into_iter();
        for (at, scheme) in schemes.flat_map(|scheme| line.match_indices(scheme)) {
            let rest = &line[at + scheme.len()..];
            let end = rest.find(|c: char| !c.is_alphanumeric() && !".-".contains(c));
            found.push((number + 1, rest[..end.unwrap_or(rest.len())].trim_end_matches('.')));
        }
    }
    found
}

#[test]
fn every_address_leads_to_a_host_that_is_known() {
    let (mut wrong, mut used) = (Vec::new(), BTreeSet::new());
    for (path, text) in texts() {
        for (line, host) in hosts(&text).into_iter().filter(|(_, host)| !host.is_empty()) {
            used.insert(host.to_owned());
            if !HOSTS.iter().any(|(known, _)| *known == host) {
                wrong.push(format!("{}:{line}: {host}", path.display()));
            }
        }
    }
    let unused = HOSTS.iter().filter(|(host, _)| !used.contains(*host));
    wrong.extend(unused.map(|(host, _)| format!("no file names {host}")));
    expect_none(&wrong);
}

#[test]
fn manifests_have_no_addresses() {
    let is_manifest = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        ["Cargo.toml", "pyproject.toml", "package.json", "tree-sitter.json"].contains(&&*name)
    };
    let manifests: Vec<(PathBuf, String)> =
        texts().into_iter().filter(|(path, _)| is_manifest(path)).collect();
    assert!(manifests.len() >= 8, "{} manifests", manifests.len());
    let mut wrong = Vec::new();
    for (path, text) in manifests {
        let found = hosts(&text);
        wrong.extend(found.iter().map(|(line, host)| format!("{}:{line}: {host}", path.display())));
    }
    expect_none(&wrong);
}

#[test]
fn all_manifests_have_the_same_version() {
    let version = env!("CARGO_PKG_VERSION");
    let quoted = format!("\"{version}\"");
    let mut wrong = Vec::new();
    for path in [
        "web/package.json",
        "editors/vscode/package.json",
        "editors/tree-sitter-upstar/tree-sitter.json",
    ] {
        let text = fs::read_to_string(root().join(path)).unwrap();
        if !text.contains(&format!("\"version\": {quoted}")) {
            wrong.push(format!("{path} is not version {version}"));
        }
    }
    let emacs = fs::read_to_string(root().join("editors/emacs/upstar-mode.el")).unwrap();
    if !emacs.contains(&format!(";; Version: {version}\n")) {
        wrong.push(format!("editors/emacs/upstar-mode.el is not version {version}"));
    }
    for (path, text) in texts().into_iter().filter(|(path, _)| path.ends_with("Cargo.toml")) {
        // A package that is tested with one that needs it names no version of that.
        let needed = text.split("[dev-dependencies]").next().unwrap_or_default();
        let own =
            needed.lines().filter(|line| line.starts_with("upstar") && line.contains("path = "));
        let other = own.filter(|line| !line.contains(&format!("version = {quoted}")));
        wrong.extend(other.map(|line| format!("{}: {line}", path.display())));
    }
    expect_none(&wrong);
}
