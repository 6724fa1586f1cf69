//! Graphs as brackets with labels: `a: <0|b: <a|b>>`.
//!
//! A bracket is written at its first occurrence. References from inside are `pass` to the nearest bracket,
//! and a label to others. A second occurrence elsewhere is written again, or defined in a `where`,
//! whichever is shorter.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{BracketSide, Printer, Signs};
use crate::{Error, Game};

/// Precedence of a text's outermost operator, loosest first.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precedence {
    /// `a where { ... }`
    Where,
    /// `on & off`
    Sides,
    /// `1 + over`, `-upon`
    Sum,
    /// `upon*`, a bracket.
    Product,
}

/// A text that can stand in a longer one.
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// The text.
    pub text: String,
    /// The precedence of its outermost operator.
    pub precedence: Precedence,
}

impl Phrase {
    pub(super) fn new(text: impl Into<String>, precedence: Precedence) -> Phrase {
        Phrase { text: text.into(), precedence }
    }

    /// The text, in parentheses if its precedence is lower than `least`.
    ///
    /// ```
    /// # use upstar_core::{Notation, Store};
    /// # use upstar_core::loopy::{Loopy, named::Name};
    /// # use upstar_core::text::{Precedence, Printer};
    /// let text = Printer::new(Store::global(), Notation::UNICODE);
    /// let minus_upon = text.loopy(&Loopy::Stopper(Name::Downon.stopper()))?;
    /// assert_eq!(minus_upon.clone().at_least(Precedence::Sum), "-upon");
    /// assert_eq!(minus_upon.at_least(Precedence::Product), "(-upon)");
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    pub fn at_least(self, least: Precedence) -> String {
        if self.precedence < least { format!("({})", self.text) } else { self.text }
    }
}

/// A vertex of a graph that is written as brackets.
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Vertex {
    /// A short game, written by its name.
    Short(Game),
    /// An option that is a text already.
    Text(String),
    /// A bracket: the vertices that are options of Left and of Right.
    Bracket([Vec<u32>; 2]),
}

impl Printer<'_> {
    /// Writes a vertex of a graph of brackets. `pass` is the nearest bracket around it. Other brackets have labels.
    ///
    /// ```
    /// # use upstar_core::{Game, Notation, Store};
    /// # use upstar_core::text::{Printer, Vertex};
    /// let text = Printer::new(Store::global(), Notation::UNICODE);
    /// let zero = Vertex::Short(Game::ZERO);
    /// let tennis = [Vertex::Bracket([vec![1], vec![2]]), Vertex::Bracket([vec![3], vec![0]]), zero.clone(), zero];
    /// assert_eq!(text.graph(&tennis, 0)?.text, "a: <0|a||0>");
    /// assert_eq!(text.graph(&tennis, 1)?.text, "a: <0||a|0>");
    /// # Ok::<(), upstar_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the root or an option is no vertex; as for [`Store::text`](crate::Store::text).
    pub fn graph(self, vertices: &[Vertex], root: u32) -> Result<Phrase, Error> {
        let sides = vertices.iter().filter_map(|vertex| match vertex {
            Vertex::Short(_) | Vertex::Text(_) => None,
            Vertex::Bracket(sides) => Some(sides),
        });
        Error::check_indices(sides.flatten().flatten().chain([&root]), vertices.len())?;
        match &vertices[root as usize] {
            Vertex::Short(game) => Ok(Phrase::new(self.game(*game)?, Precedence::Sum)),
            Vertex::Text(text) => Ok(Phrase::new(text.as_str(), Precedence::Sum)),
            Vertex::Bracket(_) => shorter(self, vertices, root),
        }
    }
}

/// The shorter of the two texts of a graph.
fn shorter(printer: Printer<'_>, vertices: &[Vertex], root: u32) -> Result<Phrase, Error> {
    let mut walk = Walk::new(vertices, usize::MAX);
    loop {
        let known = (walk.defined.len(), walk.labelled.len());
        walk.all(printer, root)?;
        if known == (walk.defined.len(), walk.labelled.len()) {
            break;
        }
    }
    let defined = walk.all(printer, root)?;
    if walk.defined.is_empty() {
        return Ok(Phrase::new(defined, Precedence::Product));
    }
    let mut walk = Walk { repeat: true, ..Walk::new(vertices, defined.len() / 2) };
    walk.all(printer, root)?;
    let enough = walk.remaining > 0;
    walk.remaining = defined.len() / 2;
    if enough {
        let repeated = walk.all(printer, root)?;
        if repeated.chars().count() <= defined.chars().count() {
            return Ok(Phrase::new(repeated, Precedence::Product));
        }
    }
    Ok(Phrase::new(defined, Precedence::Where))
}

/// State of the walk that writes a graph.
struct Walk<'g> {
    vertices: &'g [Vertex],
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

impl<'g> Walk<'g> {
    fn new(vertices: &'g [Vertex], remaining: usize) -> Self {
        Walk {
            vertices,
            defined: Vec::new(),
            labelled: FxHashSet::default(),
            repeat: false,
            remaining,
            open: Vec::new(),
            done: FxHashSet::default(),
            labels: FxHashMap::default(),
        }
    }

    /// Writes the root, and what a `where` defines.
    fn all(&mut self, printer: Printer<'_>, root: u32) -> Result<String, Error> {
        self.done.clear();
        self.labels.clear();
        let body = self.option(printer, root)?;
        if self.defined.is_empty() {
            return Ok(body);
        }
        let mut definitions = Vec::new();
        for at in 0..self.defined.len() {
            let vertex = self.defined[at];
            let label = self.label(vertex);
            let bracket = printer.enclosed(&self.bracket(printer, vertex)?.text);
            definitions.push(format!("{label}{}{bracket}", colon(printer)));
        }
        let [open, close] = match printer.notation().signs {
            Signs::Latex => [" \\text{ where } \\{ ", " \\}"],
            _ => [" where { ", " }"],
        };
        Ok(format!("{body}{open}{}{close}", definitions.join(", ")))
    }

    fn option(&mut self, printer: Printer<'_>, vertex: u32) -> Result<String, Error> {
        match &self.vertices[vertex as usize] {
            Vertex::Text(text) => return Ok(text.clone()),
            Vertex::Short(game) => return printer.game(*game),
            Vertex::Bracket(_) => {}
        }
        if self.open.last() == Some(&vertex) {
            return Ok(printer.bold("pass"));
        }
        if self.refers(vertex) {
            return Ok(self.label(vertex));
        }
        let label = self.labelled.contains(&vertex).then(|| self.label(vertex));
        let text = printer.enclosed(&self.bracket(printer, vertex)?.text);
        Ok(match label {
            Some(label) => format!("{label}{}{text}", colon(printer)),
            None => text,
        })
    }

    /// Writes a bracket without its signs.
    fn bracket(&mut self, printer: Printer<'_>, vertex: u32) -> Result<BracketSide, Error> {
        let Vertex::Bracket([left, right]) = &self.vertices[vertex as usize] else {
            return Ok(BracketSide::default());
        };
        self.remaining = self.remaining.saturating_sub(1);
        if self.remaining == 0 {
            return Ok(BracketSide::default());
        }
        self.open.push(vertex);
        let text = printer.inside(1, |printer| {
            let left = self.side(printer, left)?;
            let right = self.side(printer, right)?;
            printer.joined(left, right)
        });
        self.open.pop();
        self.done.insert(vertex);
        text
    }

    fn side(&mut self, printer: Printer<'_>, side: &[u32]) -> Result<BracketSide, Error> {
        if let &[only] = side {
            match &self.vertices[only as usize] {
                Vertex::Short(game) => return printer.side(&[*game], true),
                // Bars that touch other bars would be one run.
                Vertex::Bracket([left, right])
                    if !left.is_empty()
                        && !right.is_empty()
                        && self.open.last() != Some(&only)
                        && !self.labelled.contains(&only)
                        && !self.refers(only) =>
                {
                    return self.bracket(printer, only);
                }
                _ => {}
            }
        }
        let mut texts = Vec::with_capacity(side.len());
        for &option in side {
            texts.push(self.option(printer, option)?);
        }
        let text = texts.join(",");
        printer.check_length(&text)?;
        Ok(BracketSide { text, bars: 0 })
    }

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

fn colon(printer: Printer<'_>) -> &'static str {
    if printer.latex() { "\\colon " } else { ": " }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Notation, Store};

    fn bracket(left: &[u32], right: &[u32]) -> Vertex {
        Vertex::Bracket([left.to_vec(), right.to_vec()])
    }

    fn written(vertices: &[Vertex], notation: Notation) -> Phrase {
        let store = Store::new(Budget::unlimited());
        Printer::new(&store, notation).graph(vertices, 0).unwrap()
    }

    #[test]
    fn a_bracket_that_occurs_twice_is_defined_or_repeated() {
        let zero = Vertex::Short(Game::ZERO);
        let short = [bracket(&[1, 2], &[1]), bracket(&[], &[1]), zero.clone()];
        let text = written(&short, Notation::UNICODE);
        assert_eq!(text, Phrase::new("<<|pass>,0|<|pass>>", Precedence::Product));
        // <a,b|a> with a = <b|c>, b = <c|b>, c = <0|b,c>
        let long = [
            bracket(&[1, 2], &[1]),
            bracket(&[2], &[3]),
            bracket(&[3], &[2]),
            bracket(&[4], &[2, 3]),
            zero,
        ];
        let text = written(&long, Notation::UNICODE);
        assert_eq!(text.precedence, Precedence::Where);
        assert_eq!(text.text, "<a,b|a> where { c: <0|b,pass>, b: <c|pass>, a: <b|c> }");
        assert!(written(&long, Notation::LATEX).text.contains(r" \text{ where } \{ c\colon "));
    }

    #[test]
    fn texts_stand_where_they_are_options() {
        let graph = [bracket(&[1], &[0, 1]), Vertex::Text("1 + 1".to_owned())];
        assert_eq!(written(&graph, Notation::ASCII).text, "<1 + 1|pass,1 + 1>");
        assert_eq!(
            written(&graph, Notation::LATEX).text,
            r"\left\{1 + 1\mid \mathbf{pass},1 + 1\right\}"
        );
        let text = written(&[Vertex::Text("1 + 1".to_owned())], Notation::UNICODE);
        assert_eq!(text.at_least(Precedence::Product), "(1 + 1)");
    }

    #[test]
    fn graphs_without_a_vertex_are_refused() {
        let printer = Printer::new(Store::global(), Notation::UNICODE);
        assert!(printer.graph(&[], 0).is_err());
        assert!(printer.graph(&[bracket(&[1], &[])], 0).is_err());
    }

    #[test]
    fn labels_are_letters_and_then_have_numbers() {
        let mut walk = Walk::new(&[], 1);
        let labels: Vec<String> = (0..27).map(|vertex| walk.label(vertex)).collect();
        assert_eq!(labels[..3], ["a", "b", "c"]);
        assert_eq!(labels[24..], ["z", "a1", "b1"]);
        assert!(!labels.contains(&"v".to_owned()));
    }
}
