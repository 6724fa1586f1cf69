//! The parse tree of a statement in one vector.
//!
//! Knows: the order of nodes. Must not know: what the nodes are made into.

use pest::Token;
use pest::iterators::Pairs;

use super::grammar::Rule;

/// Parse tree: the nodes that a parser found, as a vector in the order of the text.
pub(super) struct ParseTree<'i> {
    /// The text that was parsed.
    text: &'i str,
    entries: Vec<TreeEntry>,
}

/// Node in the vector; its children follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TreeEntry {
    pub(super) rule: Rule,
    pub(super) start: usize,
    /// The end, without the blanks and comments that the grammar counts as part of a rule.
    pub(super) end: usize,
    /// The end, with them.
    pub(super) behind: usize,
    /// Index behind its last descendant.
    pub(super) next: usize,
}

/// Where a node begins or ends, in the order of the text.
pub(super) enum Edge {
    Start { rule: Rule, at: usize },
    End { at: usize },
}

impl<'i> ParseTree<'i> {
    /// The tree of these nodes.
    pub(super) fn new(text: &'i str, entries: Vec<TreeEntry>) -> ParseTree<'i> {
        ParseTree { text, entries }
    }

    /// The tree of what pest has found in a text.
    pub(super) fn of_pairs(text: &'i str, pairs: Pairs<'_, Rule>) -> ParseTree<'i> {
        let tokens = pairs.tokens();
        let mut entries = Vec::with_capacity(tokens.len() / 2);
        let mut open: Vec<usize> = Vec::new();
        let mut ended = 0;
        for token in tokens {
            match token {
                Token::Start { rule, pos } => {
                    open.push(entries.len());
                    entries.push(TreeEntry { rule, start: pos.pos(), end: 0, behind: 0, next: 0 });
                }
                Token::End { rule, pos } => {
                    let at = open.pop().expect("a token ends what another has begun");
                    let next = entries.len();
                    // The node that has ended last is its last child.
                    if !(rule.is_open() && next > at + 1) {
                        ended = pos.pos();
                    }
                    let entry: &mut TreeEntry = &mut entries[at];
                    (entry.end, entry.behind, entry.next) = (ended, pos.pos(), next);
                }
            }
        }
        ParseTree { text, entries }
    }

    /// The nodes, each before its children.
    #[cfg(test)]
    pub(super) fn entries(&self) -> &[TreeEntry] {
        &self.entries
    }

    /// Number of bytes of the text that the entry rule has taken.
    pub(super) fn length(&self) -> usize {
        self.entries.first().map_or(0, |whole| whole.behind)
    }

    /// Where the nodes begin and end.
    pub(super) fn edges(&self) -> impl Iterator<Item = Edge> {
        let mut open: Vec<usize> = Vec::new();
        let mut at = 0;
        std::iter::from_fn(move || {
            if let Some(last) = open.last().map(|&last| &self.entries[last])
                && last.next == at
            {
                open.pop();
                return Some(Edge::End { at: last.behind });
            }
            let entry = self.entries.get(at)?;
            open.push(at);
            at += 1;
            Some(Edge::Start { rule: entry.rule, at: entry.start })
        })
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
