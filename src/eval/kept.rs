//! What is kept of positions between runs: the meaning of a ruleset as text, and keys of positions.
//!
//! Knows: all that the moves of a ruleset can depend on. Must not know: where answers are kept.
//!
//! The meaning of a ruleset is its resolved declaration without places in texts, with everything it mentions: functions and
//! rulesets of the library and of the program, values of global names, and the version of the program with the names of all
//! builtins. Rulesets with the same meaning have the same moves. A name of the program can be bound again; then what is in
//! memory may mean either, and nothing more is kept of the ruleset.

use std::fmt::{Debug, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use upstar_core::solve::kept::Archive;

use super::{Globals, Machine};
use crate::builtins;
use crate::resolve::tree::{self, PositionKind};
use crate::value::{Position, Ruleset, Value};

/// Number of the way in which meanings and keys are written.
const FORMAT: u32 = 1;

/// Levels of values in each other that are written.
const DEEPEST: usize = 16;

/// Ruleset whose answers are kept.
#[derive(Debug)]
pub(super) struct Keeping {
    /// Its number in the archive.
    number: [u8; 8],
    /// Global names of the program that it mentions, with their values.
    mentions: Vec<(tree::Global, Value)>,
    /// Whether one of them has changed.
    has_changed: AtomicBool,
}

impl Machine<'_> {
    /// Number of a ruleset in the archive; `None` when its answers cannot be kept.
    pub(super) fn number_in_archive(&self, ruleset: &Ruleset) -> Option<[u8; 8]> {
        let archive = self.world.archive.as_ref()?;
        let find = || keeping(&**archive, &self.globals, ruleset);
        let keeping = self.world.rules.facts(ruleset).keeping.get_or_init(find).as_ref()?;
        let is_same = |(place, value): &(_, Value)| is_same(self.globals.get(*place), value);
        if keeping.has_changed.load(Relaxed) || !keeping.mentions.iter().all(is_same) {
            keeping.has_changed.store(true, Relaxed);
            return None;
        }
        Some(keeping.number)
    }

    /// Appends the key of a position; false when it has none.
    pub(super) fn position_key(&self, position: &Position, key: &mut Vec<u8>) -> bool {
        let Some(number) = self.number_in_archive(&position.ruleset) else { return false };
        key.extend(number);
        key.push(b'p');
        let kind = &position.ruleset.tree.position;
        position.arguments().iter().all(|argument| write_value(argument, kind, DEEPEST, key))
    }
}

/// Whether two values are surely the same.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Function(a), Value::Function(b)) => Arc::ptr_eq(a, b),
        _ => a == b,
    }
}

/// Appends a value so that different values are different bytes; false when it cannot. Alphabets of boards and
/// kinds of graphs are those of the ruleset.
fn write_value(value: &Value, kind: &PositionKind, levels: usize, to: &mut Vec<u8>) -> bool {
    let mut text = |tag: u8, text: &str| {
        to.push(tag);
        to.extend((text.len() as u32).to_le_bytes());
        to.extend_from_slice(text.as_bytes());
        true
    };
    match (value, kind) {
        (Value::Number(x), _) => text(b'n', &x.to_string()),
        (Value::Bool(x), _) => text(b'b', if *x { "1" } else { "0" }),
        (Value::Text(x), _) => text(b't', x),
        (
            Value::Board(cells),
            PositionKind::Strip(_) | PositionKind::Grid(_) | PositionKind::Coins,
        ) => {
            to.push(b'c');
            for side in [cells.board.rows(), cells.board.columns()] {
                to.extend((side as u32).to_le_bytes());
            }
            to.extend_from_slice(cells.board.symbols());
            true
        }
        (Value::Graph(graph), PositionKind::Graph) => {
            text(b'g', &format!("{:?} {:?}", graph.vertices(), graph.edges()))
        }
        (Value::List(list) | Value::Tuple(list), _) if levels > 0 => {
            to.push(if matches!(value, Value::List(_)) { b'l' } else { b'(' });
            to.extend((list.items().len() as u32).to_le_bytes());
            list.items().iter().all(|item| write_value(item, kind, levels - 1, to))
        }
        _ => false,
    }
}

/// Registers a ruleset in an archive by its meaning.
fn keeping(archive: &dyn Archive, globals: &Globals, ruleset: &Ruleset) -> Option<Keeping> {
    let mut meaning = Meaning { globals, text: String::new(), places: Vec::new() };
    let text = &mut meaning.text;
    let _ = write!(text, "format {FORMAT}, version {}; ", env!("CARGO_PKG_VERSION"));
    builtins::names().for_each(|name| text.extend([name, " "]));
    meaning.ruleset(ruleset, DEEPEST)?;
    // More places are added on the way.
    let mut next = 0;
    while let Some(&place) = meaning.places.get(next) {
        let _ = write!(meaning.text, "\n{next} {:?} = ", globals.name(place));
        meaning.value(globals.get(place), DEEPEST)?;
        next += 1;
    }
    let number = archive.ruleset(&ruleset.tree.name.text, &meaning.text)?;
    let of_program = meaning.places.iter().filter(|place| !globals.is_of_library(**place));
    let mentions = of_program.map(|&place| (place, globals.get(place).clone())).collect();
    Some(Keeping { number, mentions, has_changed: AtomicBool::new(false) })
}

/// A meaning that is being written.
struct Meaning<'g> {
    globals: &'g Globals,
    text: String,
    /// The globals that were mentioned, each once.
    places: Vec<tree::Global>,
}

impl Meaning<'_> {
    fn ruleset(&mut self, ruleset: &Ruleset, levels: usize) -> Option<()> {
        let levels = levels.checked_sub(1)?;
        self.text += if ruleset.base().is_some() { "impartial ruleset " } else { "ruleset " };
        self.tree(&*ruleset.tree);
        if let Some(family) = ruleset.family() {
            self.text += " of ";
            family.iter().try_for_each(|value| self.value(value, levels))?;
        }
        Some(())
    }

    fn value(&mut self, value: &Value, levels: usize) -> Option<()> {
        let levels = levels.checked_sub(1)?;
        match value {
            Value::Nothing => self.text += "nothing",
            Value::Number(x) => _ = write!(self.text, "number {x}"),
            Value::Bool(x) => _ = write!(self.text, "{x}"),
            Value::Text(x) => _ = write!(self.text, "text {x:?}"),
            Value::Builtin(_, name) => _ = write!(self.text, "builtin {name}"),
            Value::List(list) | Value::Tuple(list) => {
                let is_list = matches!(value, Value::List(_));
                self.text += if is_list { "list [" } else { "tuple [" };
                for item in list.items() {
                    self.value(item, levels)?;
                    self.text += ", ";
                }
                self.text += "]";
            }
            Value::Function(function) => {
                self.text += "function ";
                self.tree(&*function.tree);
                self.text += " with ";
                function.captures().iter().try_for_each(|value| self.value(value, levels))?;
            }
            Value::Ruleset(ruleset) => self.ruleset(ruleset, levels)?,
            // What else there is, games above all, has numbers of this run in it.
            _ => return None,
        }
        self.text += "; ";
        Some(())
    }

    /// Writes a tree without places in texts; globals are numbered in the order in which they are mentioned.
    fn tree(&mut self, tree: &dyn Debug) {
        let written = format!("{tree:?}");
        let mut rest = &*written;
        while let Some(first) = rest.chars().next() {
            let is_inside = self.text.ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let length = match first {
                '"' | '\'' => quoted(rest, first),
                'S' if !is_inside && rest.starts_with("Span {") => {
                    rest = rest.split_once('}').map_or("", |(_, after)| after);
                    continue;
                }
                _ if !is_inside => {
                    let name =
                        ["Global(", "global: "].into_iter().find(|name| rest.starts_with(name));
                    match name {
                        Some(name) => {
                            rest = self.global(&rest[name.len()..]);
                            continue;
                        }
                        None => first.len_utf8(),
                    }
                }
                _ => first.len_utf8(),
            };
            self.text += &rest[..length];
            rest = &rest[length..];
        }
    }

    /// Writes the global whose place a text begins with; gives the rest.
    fn global<'t>(&mut self, text: &'t str) -> &'t str {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let place = text[..end].parse().expect("a place is a number");
        let known = self.places.iter().position(|&other| other == place);
        let number = known.unwrap_or_else(|| {
            self.places.push(place);
            self.places.len() - 1
        });
        let _ = write!(self.text, "Global({number} {:?}", self.globals.name(place));
        &text[end..]
    }
}

/// Length of the literal that a text begins with.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = true;
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meaning_has_no_places_but_all_texts() {
        let globals = Globals::new(Vec::new);
        let written = |debug: &str| {
            let mut meaning =
                Meaning { globals: &globals, text: String::new(), places: Vec::new() };
            meaning.tree(&format_args!("{debug}"));
            meaning.text
        };
        let span = "Span { source: SourceId(3), start: 1, end: 2 }";
        assert_eq!(
            written(&format!("Expr {{ kind: Slot(1), span: {span} }}")),
            written("Expr { kind: Slot(1), span:  }")
        );
        // A text that looks like a place, or has quotes in it, stays.
        for text in [&format!("{span:?}"), r#""a\"Span { b }""#, r"'\''", "'\"'", "MySpan { x }"] {
            assert_eq!(written(text), *text);
        }
        assert_eq!(
            written("Global(7), Global(9), Global(7)"),
            "Global(0 \"\"), Global(1 \"\"), Global(0 \"\")"
        );
    }
}
