//! Construction of the syntax tree from the parse tree.
//!
//! Knows: what each rule of the grammar becomes, and how deep a tree may be.
//! Must not know: how text is cut into nodes, what names mean.

mod brackets;
mod expr;
mod literal;
mod operators;
mod ruleset;
mod statement;

use std::sync::Arc;

use super::ast::{Name, Statement};
use super::grammar::Rule;
use super::spelling;
use super::tree::{ParseNode, ParseTree};
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
}

/// The tree of one statement, or of none at the end of a text, from what an entry rule found in
/// the text from byte `base` on.
pub(super) fn statement(
    source: SourceId,
    text: &str,
    base: usize,
    tree: &ParseTree<'_>,
) -> Built<Vec<Statement>> {
    let mut builder = Builder { source, text, base, level: 0 };
    tree.find(Rule::one).map_or_else(|| Ok(Vec::new()), |node| builder.statements(node))
}

impl Builder<'_> {
    /// Place of a node, without blanks after it.
    fn span(&self, node: ParseNode<'_>) -> Span {
        Span::new(self.source, self.start(node)..self.base + node.end())
    }

    /// Offset of a node in the text.
    fn start(&self, node: ParseNode<'_>) -> usize {
        self.base + node.start()
    }

    /// The name that `node` is.
    fn name(&self, node: ParseNode<'_>) -> Name {
        Name { text: Arc::from(spelling::of_name(node.text())), span: self.span(node) }
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
fn unexpected(builder: &Builder<'_>, node: ParseNode<'_>) -> Diagnostic {
    syntax(builder.span(node), "this cannot be read", "this was not expected here")
}
