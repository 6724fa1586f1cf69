//! Values as text that reads back.
//!
//! Knows: the three notations, and which figure a value is drawn as. Games are written by
//! [`upstar_core::text`].
//! Must not know: whether the text is printed, or where.

mod drawn;
mod explanation;
mod figure;
mod loopy;
mod loopy_tree;
mod misere;
mod sum;
mod table;
mod text;
mod thermograph;

pub use drawn::is_drawn;
pub(in crate::value) use drawn::lines as table_lines;
pub use explanation::{explained, sentence};
pub use figure::figure;
pub use loopy_tree::figure as loopy_figure;
pub use table::cell;
pub use text::counted;

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr as _;
use upstar_core::impartial::LoopyNimber;
use upstar_core::text::{BracketSide, Printer};
use upstar_core::{Game, Notation, Ordinal, Player, Rational, Store};

use super::{Form, Function, Position, Result, Ruleset, Value};
use crate::resolve::tree;

/// A value in Unicode.
///
/// # Errors
/// When a limit is passed while a game is named.
pub fn value(store: &Store, value: &Value) -> Result<String> {
    in_notation(store, value, Notation::UNICODE)
}

/// A value in a notation.
///
/// # Errors
/// When a limit is passed while a game is named.
pub fn in_notation(store: &Store, value: &Value, notation: Notation) -> Result<String> {
    let mut writer = Writer::new(store, notation);
    writer.value(value)?;
    Ok(writer.out)
}

/// The canonical options of a game in slashes, even when it has a name: `<0|*>` for up.
///
/// # Errors
/// When a limit is passed.
pub fn options(store: &Store, game: Game, notation: Notation) -> Result<String> {
    let (left, right) = (store.left_in_order(game)?, store.right_in_order(game)?);
    Ok(Printer::new(store, notation).bracket(&left, &right)?)
}

/// The picture of a value that has one, in characters: a thermograph, a position, a sum of positions, a graph,
/// a loopy game, or a picture. Pictures do not read back. `None` where one would be wider than so many columns.
pub fn drawing(store: &Store, value: &Value, notation: Notation, columns: usize) -> Option<String> {
    let ascii = notation.is_ascii();
    let figure = match value {
        _ if notation.is_latex() => return None,
        Value::Thermograph(_) | Value::LoopyThermograph(_) => {
            return thermograph::figure(value).map(|figure| figure.text(ascii));
        }
        Value::Picture(picture) => return Some(picture.figure().text_within(ascii, columns)),
        Value::Loopy(_) | Value::LoopyBracket(_) => loopy_tree::figure(store, value)?,
        _ => figure::shaped(value, &mut |part| in_notation(store, part, notation).ok())?,
    };
    if figure.parts() > MOST_PARTS {
        return None;
    }
    let text = figure.text_within(ascii, columns);
    text.lines().all(|line| line.width() <= columns).then_some(text)
}

/// Pictures with more parts are not drawn below the value that has them.
const MOST_PARTS: usize = 2000;

/// Bytes reserved for a short part of a text.
const SHORT: usize = 32;

struct Writer<'s> {
    /// Printer of games, with the length of the text so far and the nesting of brackets.
    printer: Printer<'s>,
    /// Whether a form is written as it was typed and not by its value.
    exact: bool,
    out: String,
}

impl<'s> Writer<'s> {
    fn new(store: &'s Store, notation: Notation) -> Self {
        Writer { printer: Printer::new(store, notation), exact: false, out: String::new() }
    }

    /// Counts a step, and reserves space for a short part of the text.
    fn within_limits(&mut self) -> Result<()> {
        self.printer.store().budget().step()?;
        self.reserve(SHORT.max(self.out.len() / 16))
    }

    /// Reserves space for `bytes` more bytes, if memory allows. Doubles the capacity at least.
    fn reserve(&mut self, bytes: usize) -> Result<()> {
        if self.out.capacity() - self.out.len() < bytes {
            let more = bytes.max(self.out.len());
            self.printer.store().budget().reserve((self.out.len() + more) as u64)?;
            self.out.reserve_exact(more);
        }
        Ok(())
    }

    fn value(&mut self, value: &Value) -> Result<()> {
        self.within_limits()?;
        match value {
            Value::Nothing => {}
            Value::Number(number) => self.number(number)?,
            Value::Surreal(x) => self.out.push_str(&self.printer.surreal(x)?),
            Value::Game(game) => self.game(*game)?,
            Value::Form(_) | Value::Typed(_) | Value::LoopyBracket(_) if self.exact => {
                self.exactly(value)?;
            }
            Value::Form(form) => self.game(form.canonical())?,
            Value::Typed(form) => self.form(form)?,
            Value::Loopy(loopy) => self.out.push_str(&self.printer.loopy(loopy)?.text),
            Value::LoopyBracket(bracket) if bracket.is_as_typed() => self.bracket(bracket)?,
            Value::LoopyBracket(bracket) => self.value(bracket.value())?,
            Value::Position(position) => self.position(position)?,
            Value::Sum(sum) => self.sum(sum)?,
            Value::Transfinite(size) => self.transfinite(size)?,
            Value::Infinity(set) => self.infinity(set),
            Value::Loony => self.word("loony"),
            Value::Outcome(outcome) => self.out.push_str(outcome.symbol(self.printer.notation())),
            Value::Player(player) => self.word(player_name(*player)),
            Value::Bool(b) => self.word(if *b { "true" } else { "false" }),
            Value::Text(text) => self.text(text)?,
            Value::List(list) => self.items("[", list.items(), "]")?,
            Value::Tuple(tuple) => {
                // Without the comma, one value in parentheses would be that value.
                let close = if tuple.items().len() == 1 { ",)" } else { ")" };
                self.items("(", tuple.items(), close)?;
            }
            Value::Set(set) => self.set(set.items())?,
            Value::Map(map) => self.map(map)?,
            Value::Range(range) => {
                let _ = write!(self.out, "{}..{}", range.first(), range.last());
                if range.has_step() {
                    let _ = write!(self.out, " by {}", range.step());
                }
            }
            Value::Enumeration(all) => {
                self.word(all.name());
                self.items("(", all.args(), ")")?;
            }
            Value::Board(cells) => self.text(&cells.text())?,
            Value::Graph(graph) => self.graph(graph)?,
            Value::Function(function) => self.function(function)?,
            Value::Builtin(_, name) => self.word(name),
            Value::Ruleset(ruleset) => self.ruleset(ruleset)?,
            Value::Thermograph(graph) => {
                self.thermograph(value, |printer| printer.thermograph(graph))?
            }
            Value::LoopyThermograph(graph) => {
                self.thermograph(value, |printer| printer.loopy_thermograph(graph))?
            }
            Value::Explanation(explanation) => self.asked(explanation)?,
            Value::Misere(misere) => self.misere(misere)?,
            Value::Genus(genus) => self.out.push_str(&genus.text(self.printer.notation())),
            Value::Picture(picture) => self.picture(picture)?,
        }
        Ok(())
    }

    fn latex(&self) -> bool {
        self.printer.notation().is_latex()
    }

    /// A writer for a part of the text.
    fn part(&self) -> Self {
        Writer { out: String::new(), ..*self }
    }

    /// Writes a part `levels` levels deeper. A bracket of a form counts once, any other twice.
    fn deeper<T>(
        &mut self,
        levels: usize,
        write: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let outside = self.printer;
        self.printer = outside.deeper(levels)?;
        let written = stacker::maybe_grow(64 * 1024, 1024 * 1024, || write(self));
        self.printer = outside;
        written
    }

    fn game(&mut self, game: Game) -> Result<()> {
        self.out.push_str(&self.printer.game(game)?);
        Ok(())
    }

    fn number(&mut self, number: &Rational) -> Result<()> {
        self.out.push_str(&self.printer.number(number)?);
        Ok(())
    }

    /// A transfinite nimber: `*(ω)`.
    fn transfinite(&mut self, size: &Ordinal) -> Result<()> {
        self.out.push_str(if self.latex() { "{*}(" } else { "*(" });
        self.out.push_str(&self.printer.surreal(size.as_surreal())?);
        self.out.push(')');
        Ok(())
    }

    /// An infinite nimber.
    fn infinity(&mut self, set: &[u32]) {
        let nimber = LoopyNimber::Infinite(set.into());
        self.out.push_str(&nimber.text(self.printer.notation()));
    }

    /// Writes a bracket as typed, within `form(...)` if the value is that form.
    fn exactly(&mut self, value: &Value) -> Result<()> {
        // `*[a, b]` is a form as typed without `form`.
        let as_typed = match value {
            Value::Typed(form) => !form.is_starred(),
            Value::LoopyBracket(bracket) => bracket.is_as_typed(),
            _ => false,
        };
        if !as_typed {
            return self.as_bracket(value);
        }
        self.deeper(1, |writer| {
            writer.word("form");
            writer.out.push('(');
            writer.as_bracket(value)?;
            writer.out.push(')');
            Ok(())
        })
    }

    fn as_bracket(&mut self, value: &Value) -> Result<()> {
        match value {
            Value::Form(form) | Value::Typed(form) => self.form(form),
            Value::LoopyBracket(bracket) => self.bracket(bracket),
            other => self.value(other),
        }
    }

    /// A bracket as it was typed.
    fn form(&mut self, form: &Form) -> Result<()> {
        if form.is_starred() {
            return self.starred(form);
        }
        let inside = self.form_slashes(form)?.text;
        self.out.push_str(&self.printer.enclosed(&inside));
        Ok(())
    }

    fn form_slashes(&mut self, form: &Form) -> Result<BracketSide> {
        self.deeper(1, |writer| {
            let left = writer.typed_side(form.left())?;
            let right = writer.typed_side(form.right())?;
            Ok(writer.printer.joined(left, right)?)
        })
    }

    fn typed_side(&mut self, options: &[Value]) -> Result<BracketSide> {
        // A bracket with an empty side is not written bare: its bars would run together.
        if let [option @ (Value::Form(form) | Value::Typed(form))] = options
            && !(self.exact && matches!(option, Value::Typed(_)))
            && !form.is_starred()
            && !form.left().is_empty()
            && !form.right().is_empty()
        {
            return self.form_slashes(form);
        }
        let mut inner = self.part();
        for (n, option) in options.iter().enumerate() {
            if n > 0 {
                inner.out.push(',');
            }
            match option {
                Value::Form(form) => inner.form(form)?,
                other => inner.value(other)?,
            }
        }
        Ok(BracketSide { text: inner.out, bars: 0 })
    }

    fn items<'v>(
        &mut self,
        open: &str,
        items: impl IntoIterator<Item = &'v Value>,
        close: &str,
    ) -> Result<()> {
        self.deeper(2, |writer| {
            writer.out.push_str(open);
            for (n, item) in items.into_iter().enumerate() {
                if n > 0 {
                    writer.out.push_str(", ");
                }
                writer.value(item)?;
            }
            writer.out.push_str(close);
            Ok(())
        })
    }

    fn map(&mut self, map: &super::Map) -> Result<()> {
        let (open, close) = self.braces();
        if map.entries().is_empty() {
            let _ = write!(self.out, "{open}:{close}");
            return Ok(());
        }
        self.deeper(2, |writer| {
            writer.out.push_str(open);
            for (n, (key, value)) in map.entries().iter().enumerate() {
                if n > 0 {
                    writer.out.push_str(", ");
                }
                writer.operand(key)?;
                writer.out.push_str(": ");
                writer.value(value)?;
            }
            writer.out.push_str(close);
            Ok(())
        })
    }

    /// A value in parentheses when it is a sum.
    fn operand(&mut self, value: &Value) -> Result<()> {
        let mut inner = self.part();
        inner.deeper(2, |inner| inner.value(value))?;
        let text = inner.out;
        let composed = match value {
            Value::Sum(_)
            | Value::Game(_)
            | Value::Form(_)
            | Value::Loopy(_)
            | Value::LoopyBracket(_)
            | Value::Misere(_) => text.contains(' '),
            Value::Range(_) | Value::Function(_) | Value::Surreal(_) => true,
            Value::Number(_) => text.contains('/'),
            _ => false,
        };
        let _ = if composed { write!(self.out, "({text})") } else { write!(self.out, "{text}") };
        Ok(())
    }

    fn ruleset(&mut self, ruleset: &Ruleset) -> Result<()> {
        if let Some(base) = ruleset.base() {
            self.word("impartial");
            self.out.push('(');
            self.ruleset(base)?;
            self.out.push(')');
            return Ok(());
        }
        self.word(&ruleset.tree.name.text);
        match ruleset.family() {
            Some(family) if !family.is_empty() => self.arguments(&ruleset.tree.family, family),
            _ => Ok(()),
        }
    }

    fn position(&mut self, position: &Position) -> Result<()> {
        self.ruleset(&position.ruleset)?;
        self.arguments(&position.ruleset.tree.params, position.arguments())
    }

    /// Arguments in parentheses. Of a graph the text alone is enough where one is expected. Forms are
    /// written as typed, because a ruleset may use the form of a parameter.
    fn arguments(&mut self, params: &[tree::Param], values: &[Value]) -> Result<()> {
        let exact = std::mem::replace(&mut self.exact, true);
        let written = self.deeper(2, |writer| {
            writer.out.push('(');
            for (n, value) in values.iter().enumerate() {
                if n > 0 {
                    writer.out.push_str(", ");
                }
                match (params.get(n).and_then(|param| param.kind.as_ref()), value) {
                    (Some(_), Value::Graph(graph)) => writer.text(&graph.to_string())?,
                    _ => writer.value(value)?,
                }
            }
            writer.out.push(')');
            Ok(())
        });
        self.exact = exact;
        written
    }
}

/// The name of a player.
pub fn player_name(player: Player) -> &'static str {
    match player {
        Player::Left => "Left",
        Player::Right => "Right",
    }
}

impl Writer<'_> {
    /// Writes a function: its name, or the text of a lambda such as `x -> x * x`. A closure is written as a
    /// lambda applied to the captured values, so that the text reads back: `(n -> x -> x + n)(3)`.
    pub(super) fn function(&mut self, function: &Function) -> Result<()> {
        let captures = &function.tree.captures;
        if captures.is_empty() {
            self.word(&function.tree.text);
            return Ok(());
        }
        let names: Vec<&str> = captures.iter().map(|capture| &*capture.name).collect();
        let names = names.join(", ");
        let names = if captures.len() == 1 { names } else { format!("({names})") };
        self.out.push('(');
        self.word(&format!("{names} -> {}", function.tree.text));
        self.out.push(')');
        let exact = std::mem::replace(&mut self.exact, true);
        let written = self.items("(", function.captures(), ")");
        self.exact = exact;
        written
    }
}
