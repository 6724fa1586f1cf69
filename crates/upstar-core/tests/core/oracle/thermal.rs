//! Cooling, heating and the products of temperature theory, on forms.
//!
//! Knows: the recursive definitions. Must not know: thermographs as trajectories.
//!
//! Source: *Winning Ways*, chapter 6; Siegel, *Combinatorial Game Theory*, chapter II. All
//! take canonical forms, on which these operations are defined.

use super::Form;
use upstar_core::Dyadic;

/// The walls of a form at the temperatures `0`, `step`, `2 step` and so on.
struct Walls {
    left: Vec<Dyadic>,
    right: Vec<Dyadic>,
    /// The first temperature from which on the form is frozen, as a number of steps.
    mast: usize,
}

impl Form {
    /// The mean and the temperature of a form that is not a number; exact when the temperature
    /// of each follower is one of the `count` temperatures `0`, `step`, `2 step`, ...
    ///
    /// `None` when it is not frozen by the last of them.
    pub(crate) fn mean_and_temperature(
        &self,
        step: &Dyadic,
        count: usize,
    ) -> Option<(Dyadic, Dyadic)> {
        let walls = self.walls(step, count);
        let mean = walls.left.get(walls.mast)?.clone();
        Some((mean, multiple(step, walls.mast)))
    }

    /// Left stops of the cooled form: what Left keeps of the best option after the tax, until
    /// Right keeps no less.
    fn walls(&self, step: &Dyadic, count: usize) -> Walls {
        if let Some(x) = self.number() {
            return Walls { left: vec![x.clone(); count], right: vec![x; count], mast: 0 };
        }
        let lefts: Vec<Walls> = self.left.iter().map(|l| l.walls(step, count)).collect();
        let rights: Vec<Walls> = self.right.iter().map(|r| r.walls(step, count)).collect();
        let (mut left, mut right): (Vec<Dyadic>, Vec<Dyadic>) = (Vec::new(), Vec::new());
        let mut mast = count;
        for i in 0..count {
            let t = multiple(step, i);
            let best = lefts.iter().map(|wall| &wall.right[i] - &t).max().unwrap_or_default();
            let worst = rights.iter().map(|wall| &wall.left[i] + &t).min().unwrap_or_default();
            if best <= worst {
                mast = i;
                left.resize(count, best.clone());
                right.resize(count, best);
                break;
            }
            left.push(best);
            right.push(worst);
        }
        Walls { left, right, mast }
    }

    /// The form cooled by `t`, with the temperatures of followers among those of a grid that
    /// also contains `t`.
    pub(crate) fn cool(&self, t: &Dyadic, step: &Dyadic, count: usize) -> Form {
        if let Some(x) = self.number() {
            return Form::of_number(&x);
        }
        match self.mean_and_temperature(step, count) {
            Some((mean, temperature)) if temperature < *t => Form::of_number(&mean),
            _ => {
                let tax = Form::of_number(&-t);
                self.map_options(|option| option.cool(t, step, count), &[tax])
            }
        }
    }

    /// The form heated by `t`: numbers stay, and each move gains `t`.
    pub(crate) fn heat(&self, t: &Form) -> Form {
        match self.number() {
            Some(_) => self.clone(),
            None => self.map_options(|option| option.heat(t), std::slice::from_ref(t)),
        }
    }

    /// The form overheated from `s` to `t`: an integer becomes as many copies of `s`, and each
    /// other move gains `t`.
    pub(crate) fn overheat(&self, s: &Form, t: &Form) -> Form {
        match self.whole() {
            Some(n) => s.copies(n),
            None => self.map_options(|option| option.overheat(s, t), std::slice::from_ref(t)),
        }
    }

    /// The Norton product with a canonical `unit`: an integer becomes as many copies of the
    /// unit, and each other move gains the unit and any of its incentives.
    pub(crate) fn norton(&self, unit: &Form) -> Form {
        let minus = unit.neg();
        let left = unit.left.iter().map(|l| l.add(&minus));
        let right = unit.right.iter().map(|r| unit.add(&r.neg()));
        let gains: Vec<Form> = left.chain(right).map(|gain| unit.add(&gain).canonical()).collect();
        self.norton_gains(unit, &gains)
    }

    fn norton_gains(&self, unit: &Form, gains: &[Form]) -> Form {
        match self.whole() {
            Some(n) => unit.copies(n),
            None => self.map_options(|option| option.norton_gains(unit, gains), gains),
        }
    }

    /// The form whose options are rewritten and gain any of these for who moves there.
    fn map_options(&self, rewrite: impl Fn(&Form) -> Form, gains: &[Form]) -> Form {
        let side = |options: &[Form], gains: &[Form]| -> Vec<Form> {
            let new: Vec<Form> = options.iter().map(&rewrite).collect();
            new.iter().flat_map(|option| gains.iter().map(|gain| option.add(gain))).collect()
        };
        let losses: Vec<Form> = gains.iter().map(Form::neg).collect();
        Form { left: side(&self.left, gains), right: side(&self.right, &losses) }
    }

    /// The integer this is, if it is one.
    fn whole(&self) -> Option<i64> {
        self.number().as_ref().and_then(Dyadic::to_i64)
    }

    /// The sum of `n` copies, or of `-n` copies of the negative.
    pub(crate) fn copies(&self, n: i64) -> Form {
        let one = if n < 0 { self.neg() } else { self.clone() };
        (0..n.abs()).fold(Form::default(), |sum, _| sum.add(&one))
    }
}

fn multiple(step: &Dyadic, n: usize) -> Dyadic {
    step * &Dyadic::from(i64::try_from(n).unwrap_or_default())
}
