//! Addresses of documents, and the names that files have in the program.
//!
//! Knows: `file:` addresses and paths. Must not know: what is in files.

use std::path::{Component, Path, PathBuf};
use std::str::FromStr as _;

use lsp_types::Uri;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// Characters escaped in the path of an address, as VS Code does.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The path of a `file:` address; `None` for other addresses and for files of other machines.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").filter(|rest| rest.starts_with('/')).unwrap_or(rest);
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    if !rest.starts_with('/') {
        return None;
    }
    let path = percent_decode_str(rest).decode_utf8().ok()?;
    if path.contains('\0') {
        return None;
    }
    // `/c:/a.game` is `c:/a.game` where there are drives.
    let drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if drive { &path[1..] } else { &*path }))
}

/// The name of the document at an address: the path of a file without links, or the address itself.
pub(crate) fn name(uri: &Uri) -> String {
    path(uri).map_or_else(|| uri.as_str().to_owned(), |path| canonical(&path))
}

/// The path of a file without links, whether it exists or not.
pub(crate) fn canonical(path: &Path) -> String {
    let full = std::fs::canonicalize(path).unwrap_or_else(|_| {
        if !ends_in_a_name(path) {
            return path.to_owned();
        }
        // A file that does not exist yet lies in a folder that may.
        let folder = path.parent().and_then(|folder| std::fs::canonicalize(folder).ok());
        match (folder, path.file_name()) {
            (Some(folder), Some(name)) => folder.join(name),
            _ => plain(path),
        }
    });
    let full = full.to_string_lossy();
    // Windows puts this before paths without links.
    full.strip_prefix(r"\\?\").unwrap_or(&full).to_owned()
}

/// Reports whether a path may be that of a file: `b.game/`, `b.game/.` and `b.game/..` are folders.
fn ends_in_a_name(path: &Path) -> bool {
    let text = path.to_string_lossy();
    !matches!(text.rsplit(std::path::is_separator).next(), None | Some("" | "." | ".."))
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// The address of a file. `None` when its path cannot be written as one.
pub(crate) fn of_path(path: &str) -> Option<Uri> {
    let path = path.replace('\\', if cfg!(windows) { "/" } else { "\\" });
    let root = if path.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("file://{root}{}", utf8_percent_encode(&path, ESCAPED))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri(text: &str) -> Uri {
        Uri::from_str(text).unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn addresses_of_files_are_paths() {
        for text in ["/tmp/a b.game", "/tmp/über/↑.game", "/tmp/100%#?.game", "/tmp/a[1].game"] {
            let address = of_path(text).unwrap();
            assert_eq!(path(&address), Some(PathBuf::from(text)), "{}", address.as_str());
        }
        assert_eq!(path(&uri("file://localhost/a.game")), Some(PathBuf::from("/a.game")));
        assert_eq!(path(&uri("file:///c%3A/a.game")), Some(PathBuf::from("/c:/a.game")));
    }

    #[test]
    fn other_addresses_have_no_path() {
        for text in ["untitled:Untitled-1", "file://server/a.game", "git:/a.game", "file:///a%00b"]
        {
            assert_eq!(path(&uri(text)), None, "{text}");
        }
        assert_eq!(name(&uri("untitled:Untitled-1")), "untitled:Untitled-1");
    }

    #[test]
    fn what_can_only_be_a_folder_has_no_name_of_a_file() {
        for text in ["b.game/", "b.game//", "b.game/.", "b.game/./", "b.game/x/..", "b.game/.."] {
            let path = Path::new("/upstar-no-folder").join(text);
            assert_ne!(canonical(&path), "/upstar-no-folder/b.game", "{text}");
        }
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        assert_ne!(canonical(&file.join("")), canonical(&file));
    }

    #[test]
    fn paths_that_do_not_exist_have_names_all_the_same() {
        assert_eq!(plain(Path::new("/no/./such/../a.game")), PathBuf::from("/no/a.game"));
    }
}
