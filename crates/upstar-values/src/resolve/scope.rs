//! Scopes: visible names with their slots, frame by frame.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::tree::{Capture, Slot};

/// Scope: the names that have slots in the frame being resolved.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// Visible names, innermost last.
    visible: Vec<(Arc<str>, Slot)>,
    /// Places of each visible name in `visible`, innermost last.
    places: FxHashMap<Arc<str>, Vec<usize>>,
    /// Number of slots of the frame.
    slots: usize,
    /// Frame around it, from which functions capture values.
    outer: Option<Box<Scope>>,
    /// Captured names of frames around this one.
    captures: Vec<Capture>,
    /// Whether `:=` makes globals.
    top: bool,
    /// Number of loops around the statement.
    pub(super) loops: usize,
    /// Number of blocks around the statement.
    pub(super) blocks: usize,
}

impl Scope {
    /// The frame of a program.
    pub(super) fn top() -> Self {
        Scope { top: true, ..Scope::default() }
    }

    /// Whether `:=` makes globals here.
    pub(super) fn is_top(&self) -> bool {
        self.top
    }

    /// Makes a slot for `name`, which is visible until [`Scope::forget`].
    pub(super) fn bind(&mut self, name: &Arc<str>) -> Slot {
        let slot = self.new_slot();
        self.see(name.clone(), slot);
        slot
    }

    fn see(&mut self, name: Arc<str>, slot: Slot) {
        self.places.entry(name.clone()).or_default().push(self.visible.len());
        self.visible.push((name, slot));
    }

    fn new_slot(&mut self) -> Slot {
        self.slots += 1;
        self.slots - 1
    }

    /// Number of visible names, for [`Scope::forget`].
    pub(super) fn mark(&self) -> usize {
        self.visible.len()
    }

    /// Hides the names bound since `mark`.
    pub(super) fn forget(&mut self, mark: usize) {
        self.hide(mark);
    }

    /// Hides the names bound since `mark`, until [`Scope::show`].
    pub(super) fn hide(&mut self, mark: usize) -> Vec<(Arc<str>, Slot)> {
        let hidden = self.visible.split_off(mark);
        for (name, _) in &hidden {
            self.places.get_mut(name).expect("a visible name has its place").pop();
        }
        hidden
    }

    /// Shows names that were hidden.
    pub(super) fn show(&mut self, hidden: Vec<(Arc<str>, Slot)>) {
        hidden.into_iter().for_each(|(name, slot)| self.see(name, slot));
    }

    /// Place of the innermost visible name `name`.
    fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name)?.last().copied()
    }

    /// The slot of `name` in this very frame.
    pub(super) fn own(&self, name: &str) -> Option<Slot> {
        self.place(name).map(|place| self.visible[place].1)
    }

    /// Slot of `name`; captures the value if it is in a frame around this one.
    pub(super) fn find(&mut self, name: &str) -> Option<Slot> {
        let taken = self.captures.iter().find(|capture| *capture.name == *name);
        if let Some(slot) = self.own(name).or(taken.map(|capture| capture.inside)) {
            return Some(slot);
        }
        let outside = self.outer.as_mut()?.find(name)?;
        let inside = self.new_slot();
        self.captures.push(Capture { name: Arc::from(name), outside, inside });
        Some(inside)
    }

    /// Enters a frame inside this one.
    pub(super) fn enter(&mut self) {
        let outer = std::mem::take(self);
        self.outer = Some(Box::new(outer));
    }

    /// Enters a frame that sees nothing of this one.
    pub(super) fn enter_fresh(&mut self) -> Scope {
        std::mem::take(self)
    }

    /// Leaves the frame; returns it for its slots, names and captures.
    pub(super) fn leave(&mut self) -> Scope {
        let outer = self.outer.take().expect("a frame inside another is left");
        std::mem::replace(self, *outer)
    }

    /// Number of slots of the frame.
    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    /// Values captured from the frame around it, with their slots.
    pub(super) fn captures(self) -> Vec<Capture> {
        self.captures
    }

    /// Number of visible names, including those of the frames around this one.
    pub(super) fn level(&self) -> usize {
        self.visible.len() + self.outer.as_ref().map_or(0, |outer| outer.level())
    }

    /// Number of names visible before `name` was bound.
    pub(super) fn level_of(&self, name: &str) -> Option<usize> {
        match (self.place(name), &self.outer) {
            (Some(place), outer) => Some(place + outer.as_ref().map_or(0, |outer| outer.level())),
            (None, outer) => outer.as_ref()?.level_of(name),
        }
    }

    /// All visible names, for suggestions.
    pub(super) fn all(&self) -> Vec<String> {
        let mut all: Vec<String> = self.visible.iter().map(|(name, _)| name.to_string()).collect();
        if let Some(outer) = &self.outer {
            all.extend(outer.all());
        }
        all
    }
}
