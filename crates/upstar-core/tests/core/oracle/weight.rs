//! Atomic weights by their definition.
//!
//! Knows: the weight of an all-small form from those of its options. Must not know: ups.
//!
//! Source: *Winning Ways*, chapter 8, "the atomic weight calculus"; Siegel, *Combinatorial Game
//! Theory*, II.7.

use super::Form;

impl Form {
    /// The atomic weight of an all-small form, where `*far` is remote for it.
    ///
    /// It is `{w(L) - 2 | w(R) + 2}`, unless that is an integer and the form lies above or
    /// below the remote star: then it is the largest or the least integer that fits.
    pub(crate) fn atomic_weight(&self, far: &Form) -> Form {
        if self.ended() {
            return Form::default();
        }
        let two = Form::integer(2);
        let side = |options: &[Form], tax: &Form| -> Vec<Form> {
            let weigh = |option: &Form| option.atomic_weight(far).add(tax).canonical();
            options.iter().map(weigh).collect()
        };
        let form = Form { left: side(&self.left, &two.neg()), right: side(&self.right, &two) };
        let weight = form.canonical();
        if !weight.number().is_some_and(|x| x.is_integer()) {
            return weight;
        }
        match (far.at_most(self), self.at_most(far)) {
            (true, false) => form.last_fitting(1),
            (false, true) => form.last_fitting(-1),
            _ => Form::default(),
        }
    }

    /// The last integer in a direction that lies between the options of this.
    fn last_fitting(&self, direction: i64) -> Form {
        let fits = |n: i64| {
            let n = Form::integer(n);
            !self.left.iter().any(|l| n.at_most(l)) && !self.right.iter().any(|r| r.at_most(&n))
        };
        // Weights of small forms are small.
        let last = (-9..=9).rev().map(|n| n * direction).find(|n| fits(*n));
        Form::integer(last.unwrap_or_default())
    }
}
