//! Answers about positions, by the searches of the core.
//!
//! Knows: which search answers which question, and how positions are taken apart for it.
//! Must not know: how rules are run (`positions` lists options), or when an answer is asked twice (`validate`).
//!
//! Positions are numbered nodes ([`nodes`]), and [`declared`] is the ruleset that the core sees. [`engine`] chooses what
//! answers, and [`how`] says it. Each other file is one kind of question.

pub(super) mod affine;
pub(super) mod blocking;
pub(super) mod declared;
pub(super) mod engine;
pub(super) mod goals;
pub(super) mod how;
pub(super) mod loopy_positions;
pub(super) mod misere;
pub(super) mod nodes;
pub(super) mod outcome;
pub(super) mod partizan_affine;
pub(super) mod points;
pub(super) mod recompute;
pub(super) mod values;
