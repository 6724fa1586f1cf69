//! Loopy games: names, sides, and brackets with labels.
//!
//! A bracket is written at its first occurrence. References from inside are `pass` to the nearest bracket,
//! and a label to others. A second occurrence elsewhere is written again, or defined in a `where`,
//! whichever is shorter.

use rustc_hash::{FxHashMap, FxHashSet};
use upstar_core::loopy::named::{self, Name, NamedStopper};
use upstar_core::loopy::{Loopy, LoopyForm, LoopySide, Node};
use upstar_core::text::BracketSide;
use upstar_core::{Game, Player};

use super::{Notation, Writer};
use crate::value::loopy;
use crate::value::{LoopyBracket, Result, Value};

/// Precedence of a text's outermost operator, loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precedence {
    /// `a where { ... }`
    Where,
    /// `on & off`
    Sides,
    /// `1 + over`, `-upon`
    Sum,
    /// `upon*`, a bracket.
    Product,
}

/// A vertex of a graph that is written down.
enum WrittenVertex {
    Short(Game),
    Text(String),
    Bracket([Vec<u32>; 2]),
}

/// State of the walk that writes a graph.
#[derive(Default)]
struct GraphWriter {
    /// Brackets that a `where` defines.
    defined: Vec<u32>,
    /// Brackets that are referred to from inside, but not from the nearest bracket.
    labelled: FxHashSet<u32>,
    /// Whether a bracket that is met again is written again.
    repeat: bool,
    /// Number of brackets that may still be written.
    remaining: usize,
    open: Vec<u32>,
    done: FxHashSet<u32>,
    labels: FxHashMap<u32, String>,
}

impl Writer<'_> {
    pub(super) fn loopy(&mut self, loopy: &Loopy) -> Result<()> {
        let (text, _) = self.loopy_text(loopy)?;
        self.out.push_str(&text);
        Ok(())
    }

    /// Text of a loopy game, in parentheses if its precedence is lower than `least`.
    pub(super) fn loopy_at_least(&mut self, loopy: &Loopy, least: Precedence) -> Result<String> {
        let (text, binding) = self.loopy_text(loopy)?;
        Ok(if binding < least { format!("({text})") } else { text })
    }

    fn loopy_text(&mut self, loopy: &Loopy) -> Result<(String, Precedence)> {
        if named::is_dud(loopy) {
            let mut inner = self.part();
            inner.bold("dud");
            return Ok((inner.out, Precedence::Product));
        }
        match loopy {
            Loopy::Stopper(stopper) => match named::name(self.printer.store(), stopper)? {
                Some(known) => self.named_stopper(&known),
                None => self.form_of_graph(stopper.form()),
            },
            Loopy::Sided(LoopySide::Unresolved(on), LoopySide::Unresolved(off)) if on == off => {
                self.form_of_graph(on)
            }
            Loopy::Sided(on, off) => {
                let (on, off) = (self.loopy_side(on)?, self.loopy_side(off)?);
                let sign = if self.latex() { " \\mathbin{\\&} " } else { " & " };
                Ok((format!("{on}{sign}{off}"), Precedence::Sides))
            }
        }
    }

    fn loopy_side(&mut self, side: &LoopySide) -> Result<String> {
        match side {
            LoopySide::Short(game) => Ok(self.printer.deeper(2)?.game(*game)?),
            LoopySide::Stopper(stopper) => {
                self.loopy_at_least(&Loopy::Stopper(stopper.clone()), Precedence::Sum)
            }
            LoopySide::Unresolved(form) => {
                let (text, binding) = self.form_of_graph(form)?;
                Ok(if binding < Precedence::Sum { format!("({text})") } else { text })
            }
        }
    }

    /// `1 + over`, `upon*`, `tiny(on)`
    fn named_stopper(&mut self, known: &NamedStopper) -> Result<(String, Precedence)> {
        let mut inner = self.part();
        let zero = known.number.is_zero();
        let minus = known.name == Name::Downon;
        if !zero {
            inner.dyadic(&known.number)?;
        }
        inner.out.push_str(match (zero, minus) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        });
        inner.name(known.name);
        let tight = matches!(known.name, Name::Upon | Name::Downon);
        if known.star {
            inner.out.push_str(match (tight, self.latex()) {
                (true, true) => "{*}",
                (true, false) => "*",
                (false, _) => " + *",
            });
        }
        let whole = zero && !minus && (tight || !known.star);
        Ok((inner.out, if whole { Precedence::Product } else { Precedence::Sum }))
    }

    fn name(&mut self, name: Name) {
        match name {
            Name::On => self.bold("on"),
            Name::Off => self.bold("off"),
            Name::Over => self.bold("over"),
            Name::Under => self.bold("under"),
            Name::Upon | Name::Downon => self.bold("upon"),
            Name::TinyOn => self.tiny_or_miny("tiny", "{+}_", "on"),
            Name::MinyOn => self.tiny_or_miny("miny", "{-}_", "on"),
            Name::TinyOver => self.tiny_or_miny("tiny", "{+}_", "over"),
            Name::MinyOver => self.tiny_or_miny("miny", "{-}_", "over"),
        }
    }

    fn tiny_or_miny(&mut self, word: &str, sign: &str, of: &str) {
        let [open, close] = if self.latex() { ["{", "}"] } else { ["(", ")"] };
        self.out.push_str(if self.latex() { sign } else { word });
        self.out.push_str(open);
        self.bold(of);
        self.out.push_str(close);
    }

    fn bold(&mut self, word: &str) {
        if self.latex() {
            self.out.extend(["\\mathbf{", word, "}"]);
        } else {
            self.out.push_str(word);
        }
    }

    /// Values of a set, where a labelled bracket is in parentheses: a label would be the key of a map.
    pub(super) fn set<'v>(&mut self, items: impl IntoIterator<Item = &'v Value>) -> Result<()> {
        let (open, close) = self.braces();
        self.deeper(2, |writer| {
            writer.out.push_str(open);
            for (n, item) in items.into_iter().enumerate() {
                if n > 0 {
                    writer.out.push_str(", ");
                }
                let mut inner = writer.part();
                inner.value(item)?;
                let labelled = matches!(item, Value::Loopy(_)) && inner.out.contains(": ");
                let [open, close] = if labelled { ["(", ")"] } else { ["", ""] };
                writer.out.extend([open, &inner.out, close]);
            }
            writer.out.push_str(close);
            Ok(())
        })
    }

    /// A bracket with cycles as it was typed.
    pub(super) fn bracket(&mut self, bracket: &LoopyBracket) -> Result<()> {
        let mut nodes = Vec::with_capacity(bracket.nodes().len());
        for node in bracket.nodes() {
            nodes.push(match node {
                loopy::Node::Bracket(sides) => WrittenVertex::Bracket(sides.clone()),
                loopy::Node::Value(value) => WrittenVertex::Text(self.typed_option(value)?),
            });
        }
        let (text, _) = self.graph_text(&nodes, bracket.root())?;
        self.out.push_str(&text);
        Ok(())
    }

    fn typed_option(&mut self, value: &Value) -> Result<String> {
        let mut inner = self.part();
        match value {
            Value::Loopy(loopy) => return self.loopy_at_least(loopy, Precedence::Sum),
            Value::Form(form) => inner.form(form)?,
            other => inner.value(other)?,
        }
        Ok(inner.out)
    }

    fn form_of_graph(&mut self, form: &LoopyForm) -> Result<(String, Precedence)> {
        let mut nodes = Vec::with_capacity(form.len());
        for (vertex, node) in (0..).zip(form.nodes()) {
            self.printer.store().budget().step()?;
            nodes.push(match (node, named::name_at(self.printer.store(), form, vertex)?) {
                (Node::Short(game), _) => WrittenVertex::Short(*game),
                (_, Some(known)) => WrittenVertex::Text(self.named_stopper(&known)?.0),
                _ => WrittenVertex::Bracket([
                    self.in_order(form, form.options(vertex, Player::Left))?,
                    self.in_order(form, form.options(vertex, Player::Right))?,
                ]),
            });
        }
        self.graph_text(&nodes, 0)
    }

    /// Options in the order of books: short games first.
    fn in_order(&self, form: &LoopyForm, options: &[u32]) -> Result<Vec<u32>> {
        let mut games: Vec<Game> = Vec::new();
        let mut places: FxHashMap<Game, u32> = FxHashMap::default();
        let mut others = Vec::new();
        for &option in options {
            match form.nodes()[option as usize] {
                Node::Short(game) => {
                    games.push(game);
                    places.insert(game, option);
                }
                Node::Loopy(_) => others.push(option),
            }
        }
        let games = self.printer.store().sort_options(&games)?;
        let mut all: Vec<u32> = games.iter().filter_map(|game| places.get(game).copied()).collect();
        all.append(&mut others);
        Ok(all)
    }

    /// Shorter of the two texts of a graph.
    fn graph_text(&mut self, nodes: &[WrittenVertex], root: u32) -> Result<(String, Precedence)> {
        if let WrittenVertex::Text(text) = &nodes[root as usize] {
            return Ok((text.clone(), Precedence::Sum));
        }
        let mut walk = GraphWriter { remaining: usize::MAX, ..GraphWriter::default() };
        loop {
            let known = (walk.defined.len(), walk.labelled.len());
            self.all_brackets(nodes, root, &mut walk)?;
            if known == (walk.defined.len(), walk.labelled.len()) {
                break;
            }
        }
        let defined = self.all_brackets(nodes, root, &mut walk)?;
        if walk.defined.is_empty() {
            return Ok((defined, Precedence::Product));
        }
        let mut walk =
            GraphWriter { repeat: true, remaining: defined.len() / 2, ..GraphWriter::default() };
        self.all_brackets(nodes, root, &mut walk)?;
        let enough = walk.remaining > 0;
        walk.remaining = defined.len() / 2;
        if enough {
            let repeated = self.all_brackets(nodes, root, &mut walk)?;
            if repeated.chars().count() <= defined.chars().count() {
                return Ok((repeated, Precedence::Product));
            }
        }
        Ok((defined, Precedence::Where))
    }

    /// The root, and what a `where` defines.
    fn all_brackets(
        &mut self,
        nodes: &[WrittenVertex],
        root: u32,
        walk: &mut GraphWriter,
    ) -> Result<String> {
        walk.done.clear();
        walk.labels.clear();
        let body = self.option_of_graph(nodes, root, walk)?;
        if walk.defined.is_empty() {
            return Ok(body);
        }
        let mut definitions = Vec::new();
        for at in 0..walk.defined.len() {
            let vertex = walk.defined[at];
            let label = walk.label(vertex);
            let inside = self.bracket_of_graph(nodes, vertex, walk)?.text;
            let bracket = self.printer.enclosed(&inside);
            definitions.push(format!("{label}{}{bracket}", self.colon()));
        }
        let [open, close] = match self.printer.notation() {
            Notation::Latex => [" \\text{ where } \\{ ", " \\}"],
            _ => [" where { ", " }"],
        };
        Ok(format!("{body}{open}{}{close}", definitions.join(", ")))
    }

    fn colon(&self) -> &'static str {
        if self.latex() { "\\colon " } else { ": " }
    }

    fn option_of_graph(
        &mut self,
        nodes: &[WrittenVertex],
        vertex: u32,
        walk: &mut GraphWriter,
    ) -> Result<String> {
        match &nodes[vertex as usize] {
            WrittenVertex::Text(text) => return Ok(text.clone()),
            WrittenVertex::Short(game) => return Ok(self.printer.game(*game)?),
            WrittenVertex::Bracket(_) => {}
        }
        if walk.open.last() == Some(&vertex) {
            return Ok(if self.latex() { "\\mathbf{pass}" } else { "pass" }.to_owned());
        }
        if walk.refers(vertex) {
            return Ok(walk.label(vertex));
        }
        let label = walk.labelled.contains(&vertex).then(|| walk.label(vertex));
        let inside = self.bracket_of_graph(nodes, vertex, walk)?.text;
        let text = self.printer.enclosed(&inside);
        Ok(match label {
            Some(label) => format!("{label}{}{text}", self.colon()),
            None => text,
        })
    }

    /// A bracket without its signs.
    fn bracket_of_graph(
        &mut self,
        nodes: &[WrittenVertex],
        vertex: u32,
        walk: &mut GraphWriter,
    ) -> Result<BracketSide> {
        let WrittenVertex::Bracket([left, right]) = &nodes[vertex as usize] else {
            return Ok(BracketSide::default());
        };
        walk.remaining = walk.remaining.saturating_sub(1);
        if walk.remaining == 0 {
            return Ok(BracketSide::default());
        }
        walk.open.push(vertex);
        let text = self.deeper(1, |writer| {
            let left = writer.side_of_graph(nodes, left, walk)?;
            let right = writer.side_of_graph(nodes, right, walk)?;
            Ok(writer.printer.joined(left, right)?)
        });
        walk.open.pop();
        walk.done.insert(vertex);
        text
    }

    fn side_of_graph(
        &mut self,
        nodes: &[WrittenVertex],
        side: &[u32],
        walk: &mut GraphWriter,
    ) -> Result<BracketSide> {
        if let &[only] = side {
            match &nodes[only as usize] {
                WrittenVertex::Short(game) => return Ok(self.printer.side(&[*game], true)?),
                // Bars that touch other bars would be one run.
                WrittenVertex::Bracket([left, right])
                    if !left.is_empty()
                        && !right.is_empty()
                        && walk.open.last() != Some(&only)
                        && !walk.labelled.contains(&only)
                        && !walk.refers(only) =>
                {
                    return self.bracket_of_graph(nodes, only, walk);
                }
                _ => {}
            }
        }
        let mut texts = Vec::with_capacity(side.len());
        for &option in side {
            texts.push(self.option_of_graph(nodes, option, walk)?);
        }
        let text = texts.join(",");
        self.printer.check_length(&text)?;
        Ok(BracketSide { text, bars: 0 })
    }
}

impl GraphWriter {
    /// Whether a bracket is referred to here, and not written; notes how it is made known.
    fn refers(&mut self, vertex: u32) -> bool {
        if self.defined.contains(&vertex) {
            return true;
        }
        if self.open.contains(&vertex) {
            self.labelled.insert(vertex);
            return true;
        }
        let again = !self.repeat && self.done.contains(&vertex);
        if again {
            self.defined.push(vertex);
        }
        again
    }

    /// The label of a bracket: `a`, `b`, ...; `v` is a game.
    fn label(&mut self, vertex: u32) -> String {
        let count = self.labels.len();
        let label = self.labels.entry(vertex).or_insert_with(|| {
            let letters: Vec<char> = ('a'..='z').filter(|letter| *letter != 'v').collect();
            let letter = letters[count % letters.len()];
            match count / letters.len() {
                0 => letter.to_string(),
                round => format!("{letter}{round}"),
            }
        });
        label.clone()
    }
}
