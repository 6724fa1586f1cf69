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
//! *Bits out of scope.* Where few bits out of scope are 1, more parts are equal states, and a memo finds them. Open bits
//! of other classes become 0. No move of the part that may fire asks them, since it would have joined them; 0 is a value
//! they can have, so the other moves still cannot fire. Constant bits that are 1 become 0 unless they are needed. A
//! move of the part that may fire needs those that it asks to be 1. One that cannot fire needs those that it asks to be
//! 0, unless a bit that is 0 for ever keeps it from firing. So the first see what they ask, and the others keep a bit
//! that contradicts them. Where a condition is not one cube, all bits stay that it reads (`Look::read`).
//!
//! *Points.* In games about points some bits are shared (`points.rs`). They count as open whatever they are, so what other
//! parts do to them is allowed for, and they join nothing. A move that writes nothing else belongs to no class, and leaves
//! the state as it is. Conditions of what a move pays are asked by the move. Terms of the score join the bits that decide
//! them, and see the constant bits that they read, as moves do.
//!
//! Cost: for each round of the fixed point, a few operations on words for each move that may not fire yet; rarely more
//! than three rounds. The classes grow in the answer, and up to 512 moves need no other memory. About 0.3 to 0.7
//! microseconds for 40 moves.

use super::condition::{Can, Cube, Look};
use super::game::{CellGame, Mixed, Plain};
use super::{ALL, Bits, State};

/// Groups of 64 plain moves that need no memory from the heap.
const FEW: usize = 8;

/// Plain moves of a state, one bit each.
#[derive(Debug, Clone, Copy, Default)]
struct Moves {
    /// Those that may fire.
    live: u64,
    /// Those that may not, as far as is known.
    dead: u64,
}

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
        let mut few = [Moves::default(); FEW];
        let mut many = Vec::new();
        let words = self.plain.len().div_ceil(64);
        match few.get_mut(..words) {
            Some(moves) => self.parts_with(state, moves, parts),
            None => {
                many.resize(words, Moves::default());
                self.parts_with(state, &mut many, parts);
            }
        }
    }

    /// Appends the parts, with memory for the plain moves.
    fn parts_with(&self, state: State, moves: &mut [Moves], parts: &mut Vec<State>) {
        let can = self.can(state, moves);
        let start = parts.len();
        let terms: Vec<Look> = self.paid.terms.iter().map(|(test, ..)| test.look(&can)).collect();
        if !self.join(state.scope, &can, (moves, &terms), parts) {
            parts.truncate(start);
            parts.push(state);
            return;
        }
        self.keep_from_firing(&can, (moves, &terms), &mut parts[start..]);
        for part in &mut parts[start..] {
            part.bits |= state.bits & part.scope;
        }
    }

    /// The values that bits can have.
    pub(super) fn can_have(&self, state: State) -> Can {
        self.can(state, &mut vec![Moves::default(); self.plain.len().div_ceil(64)])
    }

    /// The plain moves in groups of 64, with their bits.
    fn groups<'g>(
        &'g self,
        moves: &'g [Moves],
    ) -> impl Iterator<Item = (&'g [Plain], Moves)> + use<'g> {
        self.plain.chunks(64).zip(moves.iter().copied())
    }

    /// The same, with memory for the plain moves.
    fn can(&self, State { bits, scope }: State, moves: &mut [Moves]) -> Can {
        let shared = self.paid.shared;
        let first = Can { zero: !bits | shared, one: bits | shared };
        let mut can = first;
        for (plain, moves) in self.plain.chunks(64).zip(&mut *moves) {
            for (i, plain) in plain.iter().enumerate() {
                let belongs = scope == ALL || plain.belongs(scope, shared);
                let fires = first.allows(&plain.when) & belongs;
                moves.live |= u64::from(fires) << i;
                moves.dead |= u64::from(!fires & belongs) << i;
                let scope = scope & Bits::from(fires).wrapping_neg();
                can.one |= plain.set & scope;
                can.zero |= plain.clear & scope;
            }
        }
        loop {
            let before = can;
            for mixed in self.mixed().filter(|mixed| mixed.belongs(scope, shared)) {
                mixed.spread(scope, &mut can);
            }
            for (plain, moves) in self.plain.chunks(64).zip(&mut *moves) {
                for i in ones(moves.dead) {
                    let plain = &plain[i];
                    if can.allows(&plain.when) {
                        moves.live |= 1 << i;
                        moves.dead &= !(1 << i);
                        can.one |= plain.set & scope;
                        can.zero |= plain.clear & scope;
                    }
                }
            }
            if can == before {
                return can;
            }
        }
    }

    /// Appends the classes as states, which have only those constant bits that are 1 and asked by moves that may fire.
    /// Returns whether each of these moves writes an open bit.
    fn join(
        &self,
        scope: Bits,
        can: &Can,
        (moves, terms): (&[Moves], &[Look]),
        parts: &mut Vec<State>,
    ) -> bool {
        let shared = self.paid.shared;
        let (open, always_one) = (can.open() & !shared, can.always_one());
        let mut classes = Classes { start: parts.len(), parts, all: 0 };
        for (plain, moves) in self.groups(moves) {
            for i in ones(moves.live) {
                let plain = &plain[i];
                let Cube { ones, zeros } = plain.when;
                if plain.written() & open == 0 {
                    return false;
                }
                let (asked, read) = self.asked_and_read(plain.pays, can);
                let joined = (ones | zeros | plain.written() | asked) & open;
                classes.add(State { bits: (ones | read) & always_one, scope: joined });
            }
        }
        for mixed in self.mixed().filter(|mixed| mixed.belongs(scope, shared)) {
            if !mixed.when.look(can).may_hold {
                continue;
            }
            if mixed.written & open == 0 {
                return false;
            }
            let (asked, read) = mixed.asked_and_read(can);
            let (paid_asked, paid_read) = self.asked_and_read(mixed.pays, can);
            let joined = (asked | paid_asked | mixed.written) & open;
            classes.add(State { bits: (read | paid_read) & always_one, scope: joined });
        }
        for look in terms {
            if look.is_undecided() {
                classes.add(State { bits: look.read & always_one, scope: look.asked & open });
            }
        }
        true
    }

    /// The open bits that decide what a move pays that may fire, and all bits that this reads.
    fn asked_and_read(&self, pays: u32, can: &Can) -> (Bits, Bits) {
        let looks = self.paid.rows[pays as usize].tests().map(|test| test.look(can));
        looks.fold((0, 0), |(asked, read), look| (asked | look.asked, read | look.read))
    }

    /// Adds to each part the constant bits that keep moves of it from firing.
    fn keep_from_firing(
        &self,
        can: &Can,
        (moves, terms): (&[Moves], &[Look]),
        parts: &mut [State],
    ) {
        let shared = self.paid.shared;
        let (open, always_one) = (can.open() & !shared, can.always_one());
        for (plain, moves) in self.groups(moves) {
            for i in ones(moves.dead) {
                let plain = &plain[i];
                // What is no move of all parts together is none of any.
                if plain.belongs(open, shared) && plain.when.ones & !can.one == 0 {
                    for part in parts.iter_mut().filter(|part| plain.belongs(part.scope, shared)) {
                        part.bits |= plain.when.zeros & always_one;
                    }
                }
            }
        }
        for mixed in self.mixed().filter(|mixed| mixed.belongs(open, shared)) {
            let look = mixed.when.look(can);
            if !look.may_hold {
                for part in parts.iter_mut().filter(|part| mixed.belongs(part.scope, shared)) {
                    part.bits |= look.read & always_one;
                }
            }
        }
        // What is decided stays so in a part.
        for (look, (_, _, mentioned)) in terms.iter().zip(&self.paid.terms) {
            let read = look.read & always_one;
            for part in parts.iter_mut().filter(|part| mentioned & part.scope != 0) {
                part.bits |= read;
            }
        }
    }
}

/// The numbers of the bits that are 1.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit as usize)
    })
}

/// Classes of joined bits.
struct Classes<'p> {
    /// The classes, from `start` on.
    parts: &'p mut Vec<State>,
    start: usize,
    /// The bits of all classes.
    all: Bits,
}

impl Classes<'_> {
    /// Adds a class, merged with those that it touches.
    fn add(&mut self, mut class: State) {
        // The bits that are in other classes.
        let mut rest = class.scope & self.all;
        self.all |= class.scope;
        let mut at = self.parts.len();
        // Most moves touch the last class only.
        while rest != 0 && at > self.start {
            at -= 1;
            let part = &mut self.parts[at];
            if part.scope & rest == 0 {
                continue;
            }
            rest &= !part.scope;
            if rest == 0 {
                part.scope |= class.scope;
                part.bits |= class.bits;
                return;
            }
            class.scope |= part.scope;
            class.bits |= part.bits;
            self.parts.swap_remove(at);
        }
        self.parts.push(class);
    }
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
