//! Splits a state into independent parts.
//!
//! Knows: the moves of both players. Must not know: who moves, or values of parts.
//!
//! *What can change.* `Can` has the values that each bit can have, now or later, as a fixed point. It begins with the
//! bits of the state. A move *may fire* if each bit that it asks can have the value that it asks, and then it adds
//! what it writes. By induction over the line of play, every move that is ever made may fire, and `Can` allows every
//! position that is ever reached. A bit that can be 0 and 1 is *open*; the others are constant.
//!
//! *Parts.* Each move that may fire joins the open bits that it asks and writes. The classes of joined bits are the
//! parts. What such a move writes to constant bits has no effect, because the fixed point has the value written: so it
//! changes its own class only, and asks no other. Hence the state is the sum of its classes, if each has just its own
//! moves: they can be made when they can be made in the state, and do the same.
//!
//! *The moves of a part.* A part has the moves that write in its scope and surely change nothing outside
//! (`game.rs`). A move that may fire and writes an open bit is one of its own class, since what it surely changes
//! is open and written, and of no other class, since it writes nothing there. Moves that never fire must not come to
//! life in the part; that is shown below. A move that may fire and writes no open bit changes nothing. It can be made
//! again and again, and belongs to no class: then the state is left as it is.
//!
//! *Bits out of scope.* A part is equal to more parts if it has few of them. Open bits of other classes become 0.
//! That is a value they can have, so a move that asks them of the part's own is not there (it would be of their
//! class), and one that cannot fire still cannot. Constant bits that are 1 become 0 unless they are needed: those that
//! a move of the part asks to be 1, if it may fire; those that it asks to be 0, if it cannot fire and no bit that is 0
//! for ever keeps it from firing. So moves that may fire see what they ask, and the others keep a bit which
//! contradicts them. Of a condition that is not a cube, all is kept that it reads (`Look::read`).
//!
//! Cost: for each round of the fixed point, a few operations on words for each move; rarely more than three rounds. No
//! memory is asked for but that of the answer, in which the classes grow.

use super::condition::{Can, Cube};
use super::game::{CellGame, Mixed};
use super::{Bits, State};

impl CellGame {
    /// Appends the independent parts of a position, without those in which nobody can ever move.
    pub fn parts(&self, bits: Bits, parts: &mut Vec<State>) {
        self.parts_of(self.whole(bits), parts);
    }

    /// Appends the independent parts of a state, whose scopes lie in its own.
    pub fn parts_of(&self, state: State, parts: &mut Vec<State>) {
        if !self.divides {
            parts.push(state);
            return;
        }
        let can = self.can(state);
        let start = parts.len();
        if !self.join(state.scope, &can, parts, start) {
            parts.truncate(start);
            parts.push(state);
            return;
        }
        self.keep_from_firing(&can, &mut parts[start..]);
        for part in &mut parts[start..] {
            part.bits |= state.bits & part.scope;
        }
    }

    /// The values that bits can have.
    pub(super) fn can(&self, state: State) -> Can {
        let State { bits, scope } = state;
        let mut can = Can { zero: !bits, one: bits };
        loop {
            let before = can;
            for plain in &self.plain {
                if can.allows(&plain.when) && plain.belongs(scope) {
                    can.one |= plain.set & scope;
                    can.zero |= plain.clear & scope;
                }
            }
            for mixed in self.mixed().filter(|mixed| mixed.belongs(scope)) {
                mixed.spread(scope, &mut can);
            }
            if can == before {
                return can;
            }
        }
    }

    /// Appends the classes as states, which have only those constant bits that are 1 and asked by moves that may fire.
    /// Returns whether each of these moves writes an open bit.
    fn join(&self, scope: Bits, can: &Can, parts: &mut Vec<State>, start: usize) -> bool {
        let (open, always_one) = (can.open(), can.always_one());
        for plain in &self.plain {
            if !can.allows(&plain.when) || !plain.belongs(scope) {
                continue;
            }
            let Cube { ones, zeros } = plain.when;
            if plain.written() & open == 0 {
                return false;
            }
            let joined = (ones | zeros | plain.written()) & open;
            merge(State { bits: ones & always_one, scope: joined }, parts, start);
        }
        for mixed in self.mixed().filter(|mixed| mixed.belongs(scope)) {
            let look = mixed.when.look(can);
            if !look.may_hold {
                continue;
            }
            if mixed.written & open == 0 {
                return false;
            }
            let (asked, read) = mixed.asked_and_read(can);
            let joined = (asked | mixed.written) & open;
            merge(State { bits: read & always_one, scope: joined }, parts, start);
        }
        true
    }

    /// Adds to each part the constant bits that keep moves of it from firing.
    fn keep_from_firing(&self, can: &Can, parts: &mut [State]) {
        let always_one = can.always_one();
        for plain in &self.plain {
            let Cube { ones, zeros } = plain.when;
            let kept = zeros & always_one;
            if kept != 0 && ones & !can.one == 0 {
                for part in parts.iter_mut().filter(|part| plain.belongs(part.scope)) {
                    part.bits |= kept;
                }
            }
        }
        for mixed in self.mixed() {
            if parts.iter().any(|part| mixed.belongs(part.scope)) {
                let look = mixed.when.look(can);
                if !look.may_hold {
                    for part in parts.iter_mut().filter(|part| mixed.belongs(part.scope)) {
                        part.bits |= look.read & always_one;
                    }
                }
            }
        }
    }
}

/// Merges a class into those from `start` on.
fn merge(mut class: State, parts: &mut Vec<State>, start: usize) {
    let mut at = start;
    while let Some(part) = parts.get_mut(at) {
        if class.scope & !part.scope == 0 {
            // Classes are disjoint, so no other one is touched.
            part.bits |= class.bits;
            return;
        }
        if class.scope & part.scope == 0 {
            at += 1;
            continue;
        }
        class.scope |= part.scope;
        class.bits |= part.bits;
        parts.swap_remove(at);
    }
    parts.push(class);
}

impl Mixed {
    /// Adds what the move writes, if it may fire.
    fn spread(&self, scope: Bits, can: &mut Can) {
        if !self.when.look(can).may_hold {
            return;
        }
        can.one |= self.set & scope;
        can.zero |= self.clear & scope;
        for (bit, test) in self.computed.iter().filter(|(bit, _)| bit & scope != 0) {
            // Once a bit can be both there is nothing to add.
            if bit & can.open() == 0 {
                let look = test.look(can);
                can.one |= if look.may_hold { *bit } else { 0 };
                can.zero |= if look.may_fail { *bit } else { 0 };
            }
        }
    }

    /// The open bits that decide what the move does, and all bits that it reads. It may fire.
    fn asked_and_read(&self, can: &Can) -> (Bits, Bits) {
        let open = self.computed.iter().filter(|(bit, _)| bit & can.open() != 0);
        let looks = open.map(|(_, test)| test.look(can)).chain([self.when.look(can)]);
        looks.fold((0, 0), |(asked, read), look| (asked | look.asked, read | look.read))
    }
}
