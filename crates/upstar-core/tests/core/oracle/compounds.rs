//! Ways of playing two forms together, and their product.
//!
//! Knows: where the players can move in a compound. Must not know: values.
//!
//! Source: *Winning Ways*, chapters 7 and 9; ONAG, chapters 1 and 14.

use super::Form;

impl Form {
    /// The ordinal sum: a move in this removes the other.
    pub(crate) fn ordinal_sum(&self, other: &Form) -> Form {
        let moves = |these: &[Form], those: &[Form]| {
            let again = those.iter().map(|h| self.ordinal_sum(h));
            these.iter().cloned().chain(again).collect()
        };
        Form { left: moves(&self.left, &other.left), right: moves(&self.right, &other.right) }
    }

    /// The ordinal product: an ordinal sum of copies, one for each move of `other`.
    pub(crate) fn ordinal_product(&self, other: &Form) -> Form {
        let made = |of: &[Form], moves: &[Form], negated: bool| -> Vec<Form> {
            let bases = of.iter().map(|h| self.ordinal_product(h));
            let sums = bases.flat_map(|base| {
                let sum =
                    move |g: &Form| base.ordinal_sum(&if negated { g.neg() } else { g.clone() });
                moves.iter().map(sum).collect::<Vec<_>>()
            });
            sums.collect()
        };
        Form {
            left: [made(&other.left, &self.left, false), made(&other.right, &self.right, true)]
                .concat(),
            right: [made(&other.left, &self.right, false), made(&other.right, &self.left, true)]
                .concat(),
        }
    }

    /// The conjunctive compound: a move is a move in both.
    pub(crate) fn conjunctive(&self, other: &Form) -> Form {
        let moves = |these: &[Form], those: &[Form]| {
            these.iter().flat_map(|g| those.iter().map(|h| g.conjunctive(h))).collect()
        };
        Form { left: moves(&self.left, &other.left), right: moves(&self.right, &other.right) }
    }

    /// The selective compound: a move is a move in one or in both.
    pub(crate) fn selective(&self, other: &Form) -> Form {
        let moves = |these: &[Form], those: &[Form]| {
            let both = these.iter().flat_map(|g| those.iter().map(|h| g.selective(h)));
            let first = these.iter().map(|g| g.selective(other));
            let second = those.iter().map(|h| self.selective(h));
            both.chain(first).chain(second).collect()
        };
        Form { left: moves(&self.left, &other.left), right: moves(&self.right, &other.right) }
    }

    /// Conway's product (ONAG, chapter 1).
    pub(crate) fn conway_product(&self, other: &Form) -> Form {
        let moves = |pairs: [(&[Form], &[Form]); 2]| {
            let all = pairs.into_iter().flat_map(|(these, those)| {
                these.iter().flat_map(move |g| those.iter().map(move |h| (g, h)))
            });
            all.map(|(g, h)| {
                let one = g.conway_product(other).add(&self.conway_product(h));
                one.add(&g.conway_product(h).neg())
            })
            .collect()
        };
        Form {
            left: moves([(&self.left, &other.left), (&self.right, &other.right)]),
            right: moves([(&self.left, &other.right), (&self.right, &other.left)]),
        }
    }

    /// Whether neither player can move.
    pub(crate) fn ended(&self) -> bool {
        self.left.is_empty() && self.right.is_empty()
    }

    /// The continued conjunctive compound: a move is a move in both, until one has ended.
    pub(crate) fn continued_conjunctive(&self, other: &Form) -> Form {
        if self.ended() {
            return other.clone();
        }
        if other.ended() {
            return self.clone();
        }
        let moves = |these: &[Form], those: &[Form]| {
            let pairs = these.iter().flat_map(|g| those.iter().map(move |h| (g, h)));
            pairs.map(|(g, h)| g.continued_conjunctive(h)).collect()
        };
        Form { left: moves(&self.left, &other.left), right: moves(&self.right, &other.right) }
    }

    /// The diminished disjunctive compound: a move is a move in one, until one has ended.
    pub(crate) fn diminished_disjunctive(&self, other: &Form) -> Form {
        if self.ended() || other.ended() {
            return Form::default();
        }
        let moves = |these: &[Form], those: &[Form]| {
            let first = these.iter().map(|g| g.diminished_disjunctive(other));
            first.chain(those.iter().map(|h| self.diminished_disjunctive(h))).collect()
        };
        Form { left: moves(&self.left, &other.left), right: moves(&self.right, &other.right) }
    }

    /// The shortened selective compound: a move is a move in one or in both, until one has
    /// ended.
    pub(crate) fn shortened_selective(&self, other: &Form) -> Form {
        if self.ended() || other.ended() {
            return Form::default();
        }
        let moves = |these: &[Form], those: &[Form]| {
            let pairs = these.iter().flat_map(|g| those.iter().map(move |h| (g, h)));
            let both = pairs.map(|(g, h)| g.shortened_selective(h));
            let first = these.iter().map(|g| g.shortened_selective(other));
            let second = those.iter().map(|h| self.shortened_selective(h));
            both.chain(first).chain(second).collect()
        };
        Form { left: moves(&self.left, &other.left), right: moves(&self.right, &other.right) }
    }

    /// The sequential compound: a move is a move in the first until it has ended.
    pub(crate) fn sequential(&self, other: &Form) -> Form {
        if self.ended() {
            return other.clone();
        }
        let after = |moves: &[Form]| moves.iter().map(|g| g.sequential(other)).collect();
        Form { left: after(&self.left), right: after(&self.right) }
    }
}
