//! Construction of the syntax tree from pest's pairs.
//!
//! Knows: what each rule of the grammar becomes, and how deep a tree may be.
//! Must not know: how text is cut into pairs, what names mean.

mod brackets;
mod expr;
mod literal;
mod operators;
mod ruleset;
mod statement;

use std::cell::RefCell;
use std::sync::Arc;

use pest::iterators::Pairs;
use rustc_hash::FxHashMap;

use super::ast::{Name, Statement};
use super::grammar::{Node, Rule};
use super::spelling;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};

/// Result of building a part of the tree.
type Built<T> = Result<T, Diagnostic>;

/// Most levels of a tree, so that recursion over it is bounded.
pub(super) const MAX_LEVELS: usize = 2000;

/// Builds the trees of one text.
struct Builder<'t> {
    source: SourceId,
    text: &'t str,
    /// Offset of the part of the text that was parsed.
    base: usize,
    level: usize,
    /// Ends of long chains of open nodes, without and with blanks.
    ends: RefCell<FxHashMap<usize, usize>>,
}

/// Length of a chain of open nodes from which its end is cached.
const LONG_CHAIN: usize = 16;

/// The tree of one statement, or of none at the end of a text, from what an entry rule found in
/// the text from byte `base` on.
pub(super) fn statement(
    source: SourceId,
    text: &str,
    base: usize,
    pairs: Pairs<'_, Rule>,
) -> Built<Vec<Statement>> {
    let mut builder = Builder { source, text, base, level: 0, ends: RefCell::default() };
    let mut nodes = pairs.flat_map(Node::into_inner);
    let one = nodes.find(|node| node.as_rule() == Rule::one);
    one.map_or_else(|| Ok(Vec::new()), |node| builder.statements(node))
}

impl Builder<'_> {
    /// Place of a node, without blanks after it.
    fn span(&self, node: &Node<'_>) -> Span {
        Span::new(self.source, self.start(node)..self.base + self.end(node))
    }

    /// The end of a node without the blanks and comments after it. Nodes that end at the same byte
    /// end with the same lexeme, so a chain is followed once.
    fn end(&self, node: &Node<'_>) -> usize {
        let with_blanks = node.as_span().end();
        if let Some(&end) = self.ends.borrow().get(&with_blanks) {
            return end;
        }
        let (mut last, mut length) = (node.clone(), 0);
        while last.as_rule().is_open() {
            let Some(part) = last.clone().into_inner().next_back() else { break };
            (last, length) = (part, length + 1);
        }
        let end = last.as_span().end();
        if length > LONG_CHAIN {
            self.ends.borrow_mut().insert(with_blanks, end);
        }
        end
    }

    /// Offset of a node in the text.
    fn start(&self, node: &Node<'_>) -> usize {
        self.base + node.as_span().start()
    }

    /// The name that `node` is.
    fn name(&self, node: &Node<'_>) -> Name {
        Name { text: Arc::from(spelling::of_name(node.as_str())), span: self.span(node) }
    }

    /// Builds something `levels` levels further down.
    fn deeper<T>(
        &mut self,
        levels: usize,
        at: Span,
        build: impl FnOnce(&mut Self) -> Built<T>,
    ) -> Built<T> {
        if self.level + levels > MAX_LEVELS {
            return Err(too_deep(at));
        }
        self.level += levels;
        let built = stacker::maybe_grow(256 << 10, 4 << 20, || build(self));
        self.level -= levels;
        built
    }
}

/// The error for a tree with too many levels.
pub(super) fn too_deep(at: Span) -> Diagnostic {
    Diagnostic::error(Code::TooDeep, "this is nested too deeply")
        .label(at, "too many levels here")
        .help("give a name to a part of it with `:=` and use the name")
}

/// The error for something that pest accepts and the language does not.
fn syntax(at: Span, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::Syntax, message).label(at, label)
}

/// The error for a grammar and a builder that disagree.
fn unexpected(builder: &Builder<'_>, node: &Node<'_>) -> Diagnostic {
    syntax(builder.span(node), "this cannot be read", "this was not expected here")
}
