//! Forms as trees: order, sum, outcome, stops and canonical form.
//!
//! Knows: the definitions of these. Must not know: other operations.

use upstar_core::{Dyadic, Error, Game, Outcome, Store};

/// A game as a tree of options, exactly as given.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Form {
    /// Where Left can move.
    pub(crate) left: Vec<Form>,
    /// Where Right can move.
    pub(crate) right: Vec<Form>,
}

impl Form {
    /// The canonical form of a stored game, as a tree.
    ///
    /// # Errors
    /// When options cannot be listed.
    pub(crate) fn of(store: &Store, g: Game) -> Result<Form, Error> {
        let list = |games: &[Game]| -> Result<Vec<Form>, Error> {
            let mut forms: Vec<Form> =
                games.iter().map(|g| Form::of(store, *g)).collect::<Result<_, _>>()?;
            forms.sort();
            Ok(forms)
        };
        Ok(Form { left: list(&store.left_options(g)?)?, right: list(&store.right_options(g)?)? })
    }

    /// The value of this form.
    ///
    /// # Errors
    /// As for [`Store::game`].
    pub(crate) fn game(&self, store: &Store) -> Result<Game, Error> {
        let left = self.left.iter().map(|l| l.game(store)).collect::<Result<Vec<_>, _>>()?;
        let right = self.right.iter().map(|r| r.game(store)).collect::<Result<Vec<_>, _>>()?;
        store.game(&left, &right)
    }

    /// `G <= H` unless some left option of `G` is at least `H` or some right option of `H`
    /// is at most `G` (ONAG, chapter 7).
    pub(crate) fn at_most(&self, other: &Form) -> bool {
        !self.left.iter().any(|l| other.at_most(l)) && !other.right.iter().any(|r| r.at_most(self))
    }

    /// Equality of value.
    pub(crate) fn same(&self, other: &Form) -> bool {
        self.at_most(other) && other.at_most(self)
    }

    /// The sum: a move is a move in one part.
    pub(crate) fn add(&self, other: &Form) -> Form {
        let moves = |these: &[Form], those: &[Form]| {
            let mut all: Vec<Form> = these.iter().map(|g| g.add(other)).collect();
            all.extend(those.iter().map(|h| self.add(h)));
            all
        };
        Form { left: moves(&self.left, &other.left), right: moves(&self.right, &other.right) }
    }

    /// The negative: the players change sides.
    pub(crate) fn neg(&self) -> Form {
        Form {
            left: self.right.iter().map(Form::neg).collect(),
            right: self.left.iter().map(Form::neg).collect(),
        }
    }

    /// Who wins, by playing the game out.
    pub(crate) fn outcome(&self) -> Outcome {
        match (self.left_wins_first(), self.right_wins_first()) {
            (true, true) => Outcome::N,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::P,
        }
    }

    fn left_wins_first(&self) -> bool {
        self.left.iter().any(|l| !l.right_wins_first())
    }

    fn right_wins_first(&self) -> bool {
        self.right.iter().any(|r| !r.left_wins_first())
    }

    /// The height of the tree.
    pub(crate) fn birthday(&self) -> usize {
        let options = self.left.iter().chain(&self.right);
        options.map(|option| option.birthday() + 1).max().unwrap_or(0)
    }

    /// The canonical form: no option dominated or reversible, options sorted.
    pub(crate) fn canonical(&self) -> Form {
        let mut form = Form {
            left: self.left.iter().map(Form::canonical).collect(),
            right: self.right.iter().map(Form::canonical).collect(),
        };
        while form.bypass_one() || form.drop_one() {}
        form.left.sort();
        form.right.sort();
        form
    }

    fn bypass_one(&mut self) -> bool {
        for i in 0..self.left.len() {
            if let Some(reply) = self.left[i].right.iter().find(|r| r.at_most(self)).cloned() {
                self.left.swap_remove(i);
                self.left.extend(reply.left);
                return true;
            }
        }
        for i in 0..self.right.len() {
            if let Some(reply) = self.right[i].left.iter().find(|l| self.at_most(l)).cloned() {
                self.right.swap_remove(i);
                self.right.extend(reply.right);
                return true;
            }
        }
        false
    }

    fn drop_one(&mut self) -> bool {
        let worse = |options: &[Form], le: &dyn Fn(&Form, &Form) -> bool| {
            let others = |i: usize| options.iter().enumerate().filter(move |(j, _)| *j != i);
            (0..options.len()).find(|i| others(*i).any(|(_, o)| le(&options[*i], o)))
        };
        if let Some(i) = worse(&self.left, &|a, b| a.at_most(b)) {
            self.left.swap_remove(i);
            return true;
        }
        if let Some(i) = worse(&self.right, &|a, b| b.at_most(a)) {
            self.right.swap_remove(i);
            return true;
        }
        false
    }

    /// The number this canonical form is, if it is one: its options are numbers, those of
    /// Left below those of Right.
    pub(crate) fn number(&self) -> Option<Dyadic> {
        let left = self.left.iter().map(Form::number).collect::<Option<Vec<_>>>()?;
        let right = self.right.iter().map(Form::number).collect::<Option<Vec<_>>>()?;
        let (low, high) = (left.iter().max(), right.iter().min());
        let apart = low.is_none() || high.is_none() || low < high;
        apart.then(|| simplest(low, high))
    }

    /// The left stop of a canonical form.
    pub(crate) fn left_stop(&self) -> Option<Dyadic> {
        self.number().or_else(|| self.left.iter().filter_map(Form::right_stop).max())
    }

    /// The right stop of a canonical form.
    pub(crate) fn right_stop(&self) -> Option<Dyadic> {
        self.number().or_else(|| self.right.iter().filter_map(Form::left_stop).min())
    }
}

/// The simplest number between two others: the first that fits on the way down the tree of
/// numbers, from 0 to what is born between the last numbers passed (ONAG, chapter 3).
fn simplest(low: Option<&Dyadic>, high: Option<&Dyadic>) -> Dyadic {
    let one = Dyadic::from(1);
    let (mut x, mut below, mut above) = (Dyadic::ZERO, None, None);
    loop {
        if low.is_some_and(|low| x <= *low) {
            below = Some(x);
        } else if high.is_some_and(|high| *high <= x) {
            above = Some(x);
        } else {
            return x;
        }
        x = match (&below, &above) {
            (Some(a), Some(b)) => (a + b).half(),
            (Some(a), None) => a + &one,
            (None, Some(b)) => b - &one,
            (None, None) => Dyadic::ZERO,
        };
    }
}
