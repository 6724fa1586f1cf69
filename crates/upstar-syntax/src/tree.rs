//! The parse tree of a statement in one vector.
//!
//! Knows: the order of pest's tokens. Must not know: what the nodes are made into.

use pest::Token;
use pest::iterators::Pairs;

use super::grammar::Rule;

/// Parse tree: what pest found, as a vector in the order of the text. Pest's own pairs share their queue and count
/// their children at each step; walking over them takes several times as long.
pub(super) struct ParseTree<'i> {
    /// The text that was parsed.
    text: &'i str,
    entries: Vec<TreeEntry>,
}

/// Node in the vector; its children follow it.
struct TreeEntry {
    rule: Rule,
    start: usize,
    /// The end, without the blanks and comments that pest counts as part of a rule.
    end: usize,
    /// Index behind its last descendant.
    next: usize,
}

impl<'i> ParseTree<'i> {
    /// The tree of what an entry rule has found in a text.
    pub(super) fn new(text: &'i str, pairs: Pairs<'_, Rule>) -> ParseTree<'i> {
        let tokens = pairs.tokens();
        let mut entries = Vec::with_capacity(tokens.len() / 2);
        let mut open: Vec<usize> = Vec::new();
        let mut last_end = 0;
        for token in tokens {
            match token {
                Token::Start { rule, pos } => {
                    open.push(entries.len());
                    entries.push(TreeEntry { rule, start: pos.pos(), end: 0, next: 0 });
                }
                Token::End { rule, pos } => {
                    let at = open.pop().expect("a token ends what another has begun");
                    let next = entries.len();
                    // The node that has ended last is its last child.
                    if !(rule.is_open() && next > at + 1) {
                        last_end = pos.pos();
                    }
                    (entries[at].end, entries[at].next) = (last_end, next);
                }
            }
        }
        ParseTree { text, entries }
    }

    /// The first node of a rule.
    pub(super) fn find(&self, rule: Rule) -> Option<ParseNode<'_>> {
        let at = self.entries.iter().position(|entry| entry.rule == rule)?;
        Some(ParseNode { tree: self, at })
    }
}

/// Node of a parse tree.
#[derive(Clone, Copy)]
pub(super) struct ParseNode<'t> {
    tree: &'t ParseTree<'t>,
    at: usize,
}

impl<'t> ParseNode<'t> {
    fn entry(self) -> &'t TreeEntry {
        &self.tree.entries[self.at]
    }

    /// The rule that it was read by.
    pub(super) fn rule(self) -> Rule {
        self.entry().rule
    }

    /// Offset of its first byte.
    pub(super) fn start(self) -> usize {
        self.entry().start
    }

    /// Offset behind its last byte, without blanks and comments after it.
    pub(super) fn end(self) -> usize {
        self.entry().end
    }

    /// Its text.
    pub(super) fn text(self) -> &'t str {
        &self.tree.text[self.start()..self.end()]
    }

    /// Its children.
    pub(super) fn children(self) -> Children<'t> {
        Children { tree: self.tree, at: self.at + 1, behind: self.entry().next }
    }

    /// Its children without words that only mark it.
    pub(super) fn parts(self) -> impl Iterator<Item = ParseNode<'t>> + Clone {
        self.children().filter(|part| !part.rule().is_word())
    }
}

/// Iterator over the children of a node.
#[derive(Clone)]
pub(super) struct Children<'t> {
    tree: &'t ParseTree<'t>,
    at: usize,
    behind: usize,
}

impl<'t> Iterator for Children<'t> {
    type Item = ParseNode<'t>;

    fn next(&mut self) -> Option<ParseNode<'t>> {
        let node = ParseNode { tree: self.tree, at: self.at };
        (self.at < self.behind).then(|| {
            self.at = node.entry().next;
            node
        })
    }
}
