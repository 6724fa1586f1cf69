//! Labels of brackets that are visible, and the groups of brackets that are being resolved.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::scope::Scope;
use super::tree::Bracket;
use crate::source::Span;
use crate::syntax::ast::Name;

/// Reason why a group is open.
pub(super) const IN_GROUP: &str = "brackets with labels are read into a group";

/// Visible labels, and the groups of brackets being resolved.
#[derive(Debug, Default)]
pub(super) struct Labels {
    pub(super) visible: Vec<BracketLabel>,
    /// Places of the visible labels of a name, innermost last.
    by_name: FxHashMap<Arc<str>, Vec<usize>>,
    /// Labels whose brackets have ended, for messages.
    ended: Vec<Arc<str>>,
    pub(super) groups: Vec<BracketGroup>,
    /// Number of open brackets without references.
    pub(super) plain: usize,
}

/// The label of a bracket.
#[derive(Debug)]
pub(super) struct BracketLabel {
    pub(super) name: Name,
    pub(super) bracket: usize,
    /// Number of groups open with its own.
    pub(super) group: usize,
    /// Number of names visible; later ones hide it.
    pub(super) level: usize,
}

/// Brackets that may refer to each other.
#[derive(Debug, Default)]
pub(super) struct BracketGroup {
    pub(super) brackets: Vec<Bracket>,
    pub(super) refers: bool,
}

impl Labels {
    /// Visible label with a name, unless a variable hides it.
    pub(super) fn find(&self, name: &str, scope: &Scope) -> Option<&BracketLabel> {
        let label = self.named(name).next_back()?;
        let hidden = scope.level_of(name).is_some_and(|level| level >= label.level);
        (!hidden).then_some(label)
    }

    /// The visible labels with a name, the innermost last.
    pub(super) fn named(&self, name: &str) -> impl DoubleEndedIterator<Item = &BracketLabel> {
        self.by_name.get(name).into_iter().flatten().map(|place| &self.visible[*place])
    }

    pub(super) fn show(&mut self, label: BracketLabel) {
        self.by_name.entry(label.name.text.clone()).or_default().push(self.visible.len());
        self.visible.push(label);
    }

    /// Removes the labels after the first `mark` and returns them.
    pub(super) fn hide(&mut self, mark: usize) -> Vec<BracketLabel> {
        let gone = self.visible.split_off(mark);
        for label in &gone {
            let left = self.by_name.get_mut(&label.name.text).map(|places| {
                places.pop();
                places.len()
            });
            if left == Some(0) {
                self.by_name.remove(&label.name.text);
            }
        }
        gone
    }

    /// All visible labels, for suggestions.
    pub(super) fn all(&self) -> impl Iterator<Item = String> + '_ {
        self.visible.iter().map(|label| label.name.text.to_string())
    }

    /// Whether a bracket with this label has ended.
    pub(super) fn has_ended(&self, name: &str) -> bool {
        self.ended.iter().any(|label| **label == *name)
    }

    pub(super) fn add(&mut self, span: Span) -> usize {
        let group = self.groups.last_mut().expect(IN_GROUP);
        group.brackets.push(Bracket { options: Default::default(), span });
        group.brackets.len() - 1
    }

    pub(super) fn refer(&mut self) {
        self.groups.last_mut().expect(IN_GROUP).refers = true;
    }

    /// Hides the labels after the first `mark`.
    pub(super) fn forget(&mut self, mark: usize) {
        let gone = self.hide(mark);
        self.ended.extend(gone.into_iter().map(|label| label.name.text));
    }
}
