//! Scopes: the names of one frame, and the names that a piece of program binds.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Names;
use super::tree::{Capture, Slot};
use crate::syntax;
use crate::syntax::ast::Statement;

/// Scope: the names that have slots in the frame being resolved.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// Visible names, innermost last.
    visible: Vec<(Arc<str>, Slot)>,
    /// Where each visible name stands among them, innermost last.
    places: FxHashMap<Arc<str>, Vec<usize>>,
    /// How many slots the frame has.
    slots: usize,
    /// The frame around it, for functions that take values along.
    outer: Option<Box<Scope>>,
    /// Names of frames around this one whose values are taken along.
    captures: Vec<Capture>,
    /// Whether `:=` makes globals.
    top: bool,
    /// How many loops the statement is in.
    pub(super) loops: usize,
    /// How many blocks the statement is in.
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

    /// Makes a slot that `name` stands for until [`Scope::forget`].
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

    /// How many names are visible, for [`Scope::forget`].
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

    /// Where the innermost of the visible names stands that is called `name`.
    fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name)?.last().copied()
    }

    /// The slot of `name` in this very frame.
    pub(super) fn own(&self, name: &str) -> Option<Slot> {
        self.place(name).map(|place| self.visible[place].1)
    }

    /// The slot of `name`; values of frames around this one are taken along.
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

    /// How many slots the frame has.
    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    /// Which values of the frame around it go to which slots.
    pub(super) fn captures(self) -> Vec<Capture> {
        self.captures
    }

    /// How many names are visible, those of the frames around this one included.
    pub(super) fn level(&self) -> usize {
        self.visible.len() + self.outer.as_ref().map_or(0, |outer| outer.level())
    }

    /// How many names were visible before `name` was bound.
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

/// Declares the globals that a top-level statement gives values to, so that functions may
/// mention each other in any order.
pub(super) fn globals(statement: &Statement, names: &mut dyn Names) {
    for name in syntax::assigned(std::slice::from_ref(statement)) {
        names.declare(&name);
    }
}
