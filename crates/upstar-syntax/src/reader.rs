//! A parser whose rules are functions, written from the grammar (`generate/`).
//!
//! Knows: bytes, the nodes found so far, and how to go back. Must not know: which rules there are.
//!
//! It finds the nodes that pest finds, in a tenth of the time, and says no more of a text that it does not accept.

use super::grammar::Rule;
use super::tree::TreeEntry;

/// What each node counts for against the limit of pest, which counts each sequence, rule and lookahead: nodes of nested
/// brackets took 12.
const CALLS_PER_NODE: usize = 12;
/// Bytes of stack that are left for what the rules call.
const RESERVE: usize = 64 << 10;
/// Bytes of stack where it is not known how many there are: few, since WebAssembly keeps most of each frame elsewhere. Deeper
/// texts are left to pest.
const UNKNOWN_STACK: usize = 32 << 10;

/// A place to go back to.
#[derive(Clone, Copy)]
struct Mark {
    at: usize,
    entries: usize,
    ended: usize,
    pushed: usize,
}

/// A node that has begun.
struct Opened {
    mark: Mark,
}

/// A parse under way.
pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
    entries: Vec<TreeEntry>,
    /// End of the node that has ended last.
    ended: usize,
    /// Pest's stack: the signs that are white space here.
    pushed: Vec<u8>,
    calls: usize,
    most_calls: usize,
    /// An address on the stack, and how far from it the stack may reach.
    base: usize,
    room: usize,
}

impl<'t> Reader<'t> {
    /// The nodes of `text` by an entry rule; `None` if it does not match, or takes more calls or stack than there are.
    pub(super) fn read(rule: Rule, text: &'t str, most_calls: usize) -> Option<Vec<TreeEntry>> {
        let here = 0_u8;
        let room = stacker::remaining_stack().unwrap_or(UNKNOWN_STACK).saturating_sub(RESERVE);
        let mut reader = Reader {
            text,
            at: 0,
            entries: Vec::new(),
            ended: 0,
            pushed: Vec::new(),
            calls: 0,
            most_calls,
            base: std::ptr::from_ref(&here).addr(),
            room,
        };
        reader.rule(rule).then_some(reader.entries)
    }

    fn mark(&self) -> Mark {
        let Reader { at, ended, .. } = *self;
        Mark { at, entries: self.entries.len(), ended, pushed: self.pushed.len() }
    }

    /// Goes back, because something has failed.
    fn back(&mut self, mark: Mark) -> bool {
        self.at = mark.at;
        self.ended = mark.ended;
        self.entries.truncate(mark.entries);
        self.pushed.truncate(mark.pushed);
        false
    }

    /// Whether there are calls and stack for one more rule.
    #[inline]
    fn enter(&mut self) -> bool {
        let here = 0_u8;
        self.calls += 1;
        self.calls <= self.most_calls
            && std::ptr::from_ref(&here).addr().abs_diff(self.base) <= self.room
    }

    /// Begins a node.
    #[inline]
    fn open(&mut self, rule: Rule) -> Option<Opened> {
        self.calls += CALLS_PER_NODE;
        let mark = self.mark();
        let opened = self.enter().then_some(Opened { mark });
        self.entries.push(TreeEntry { rule, start: self.at, end: 0, behind: 0, next: 0 });
        opened
    }

    /// Ends a node, or takes it back.
    #[inline]
    fn close(&mut self, Opened { mark }: Opened, rule: Rule, found: bool) -> bool {
        if !found {
            return self.back(mark);
        }
        let next = self.entries.len();
        // The node that has ended last is the last child.
        if !(rule.is_open() && next > mark.entries + 1) {
            self.ended = self.at;
        }
        let entry = &mut self.entries[mark.entries];
        (entry.end, entry.behind, entry.next) = (self.ended, self.at, next);
        true
    }

    /// The next byte, or a number beyond those of all bytes at the end.
    #[inline]
    fn next(&self) -> usize {
        self.text.as_bytes().get(self.at).map_or(256, |byte| usize::from(*byte))
    }

    /// Whether what comes next is in a set.
    #[inline]
    fn sees(&self, set: &[bool; 257]) -> bool {
        set[self.next()]
    }

    #[inline]
    fn byte(&mut self, byte: u8) -> bool {
        let found = self.text.as_bytes().get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }

    #[inline]
    fn byte_of(&mut self, set: &[bool; 257]) -> bool {
        let found = self.sees(set);
        self.at += usize::from(found);
        found
    }

    /// As many bytes of a set as there are.
    #[inline]
    fn bytes_of(&mut self, set: &[bool; 257]) -> bool {
        while self.byte_of(set) {}
        true
    }

    #[inline]
    fn string(&mut self, string: &str) -> bool {
        let found = self.text.as_bytes()[self.at..].starts_with(string.as_bytes());
        self.at += if found { string.len() } else { 0 };
        found
    }

    /// A character for which a condition holds.
    fn char_by(&mut self, is: impl Fn(char) -> bool) -> bool {
        let found = self.text[self.at..].chars().next().filter(|one| is(*one));
        self.at += found.map_or(0, char::len_utf8);
        found.is_some()
    }

    fn any(&mut self) -> bool {
        self.char_by(|_| true)
    }

    /// The end of the text, with a node or not.
    fn end(&mut self, makes_node: bool) -> bool {
        let found = self.at == self.text.len();
        if found
            && makes_node
            && let Some(opened) = self.open(Rule::EOI)
        {
            return self.close(opened, Rule::EOI, true);
        }
        found
    }

    /// Everything before the first of some strings.
    fn skip_until(&mut self, strings: &[&str]) -> bool {
        let rest = &self.text.as_bytes()[self.at..];
        let found = (0..rest.len())
            .find(|&at| strings.iter().any(|string| rest[at..].starts_with(string.as_bytes())));
        self.at += found.unwrap_or(rest.len());
        true
    }

    fn push(&mut self, byte: u8) -> bool {
        self.pushed.push(byte);
        true
    }

    /// The sign on top of the stack.
    fn peeked(&mut self) -> bool {
        self.pushed.last().copied().is_some_and(|byte| self.byte(byte))
    }

    fn dropped(&mut self) -> bool {
        self.pushed.pop().is_some()
    }
}

#[allow(
    clippy::all,
    clippy::pedantic,
    unused_parens,
    unused_mut,
    reason = "a program has written it"
)]
mod rules {
    use super::{Reader, Rule};

    include!(concat!(env!("OUT_DIR"), "/rules.rs"));
}
