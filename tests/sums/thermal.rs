//! Means, temperatures and stops by their definitions: the walls of a thermograph at multiples of a
//! small temperature, from the options of sums as they are played.

use std::collections::HashMap;
use std::ops::{Add, Sub};

use upstar_core::{Player, Rational};

use super::naive::{Id, Naive, Sum};

/// So many steps make 1. Corners of the thermographs of what is generated lie on such steps.
const STEPS: i64 = 64;
/// Temperatures are looked at up to this number.
const HOTTEST: i64 = 8;
/// Numbers lie between this and its negative.
const FAR: i64 = 16;

/// A multiple of 1/64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fraction(i64);

impl From<i64> for Fraction {
    fn from(whole: i64) -> Self {
        Fraction(whole * STEPS)
    }
}

impl Add for Fraction {
    type Output = Fraction;

    fn add(self, other: Fraction) -> Fraction {
        Fraction(self.0 + other.0)
    }
}

impl Sub for Fraction {
    type Output = Fraction;

    fn sub(self, other: Fraction) -> Fraction {
        Fraction(self.0 - other.0)
    }
}

/// A number of an explanation as such a fraction.
pub(super) fn rounded(number: &Rational) -> Fraction {
    let text = number.to_string();
    let (num, den) = text.split_once('/').unwrap_or((&text, "1"));
    let (num, den): (i64, i64) = (num.parse().unwrap(), den.parse().unwrap());
    assert_eq!(num * STEPS % den, 0, "{text} is no multiple of 1/{STEPS}");
    Fraction(num * STEPS / den)
}

/// What is known of sums.
#[derive(Default)]
pub(super) struct Thermal {
    numbers: HashMap<Sum, Option<Fraction>>,
    walls: HashMap<Sum, Walls>,
}

/// The walls at temperatures 0, 1/64, 2/64 and so on, up to where they meet.
#[derive(Clone)]
struct Walls {
    at: Vec<[Fraction; 2]>,
    mast: Fraction,
}

impl Walls {
    fn at(&self, step: usize, player: Player) -> Fraction {
        self.at.get(step).map_or(self.mast, |walls| walls[player as usize])
    }
}

impl Naive {
    /// The number that a sum is equal to, if it is one: found by bisection.
    pub(super) fn as_number(&mut self, sum: &[Id]) -> Option<Fraction> {
        if let Some(known) = self.thermal.numbers.get(sum) {
            return *known;
        }
        let found = self.number_among(sum);
        self.thermal.numbers.insert(sum.to_vec(), found);
        found
    }

    /// Bisection by the order of games; one that is confused with a number is none.
    fn number_among(&mut self, sum: &[Id]) -> Option<Fraction> {
        let (mut low, mut high) = (-FAR, FAR);
        // The number lies between low/den and high/den.
        let mut den = 1;
        loop {
            let middle = (low + high).div_euclid(2);
            match self.against(sum, middle, den)? {
                0 => return Some(Fraction(middle * STEPS / den)),
                1 => low = middle,
                _ => high = middle,
            }
            if high - low == 1 {
                (low, high, den) = (2 * low, 2 * high, 2 * den);
            }
            if den > STEPS {
                return None;
            }
        }
    }

    /// How a sum compares with a number: nothing when they are confused.
    fn against(&mut self, sum: &[Id], num: i64, den: i64) -> Option<i64> {
        let (mut num, mut den) = (-num, den);
        while num % 2 == 0 && den > 1 {
            (num, den) = (num / 2, den / 2);
        }
        let number = self.number(num, den);
        let difference = Naive::add(sum, &number);
        let at_least = self.wins_second(&difference, Player::Left);
        let at_most = self.wins_second(&difference, Player::Right);
        match (at_least, at_most) {
            (true, true) => Some(0),
            (true, false) => Some(1),
            (false, true) => Some(-1),
            (false, false) => None,
        }
    }

    fn walls(&mut self, sum: &[Id]) -> Walls {
        if let Some(known) = self.thermal.walls.get(sum) {
            return known.clone();
        }
        let walls = match self.as_number(sum) {
            Some(number) => Walls { at: Vec::new(), mast: number },
            None => self.hot_walls(sum),
        };
        self.thermal.walls.insert(sum.to_vec(), walls.clone());
        walls
    }

    /// The walls of a game that is no number: those of the options, taxed, until they meet.
    fn hot_walls(&mut self, sum: &[Id]) -> Walls {
        let [left, right] = super::BOTH.map(|player| self.moves(sum, player));
        let left: Vec<Walls> = left.iter().map(|to| self.walls(to)).collect();
        let right: Vec<Walls> = right.iter().map(|to| self.walls(to)).collect();
        let mut at = Vec::new();
        for step in 0.. {
            assert!(step as i64 <= HOTTEST * STEPS, "{sum:?} is too hot");
            let tax = Fraction(step as i64);
            let of_left = left.iter().map(|walls| walls.at(step, Player::Right)).max();
            let of_right = right.iter().map(|walls| walls.at(step, Player::Left)).min();
            let of_left = of_left.expect("no number has a Left option") - tax;
            let of_right = of_right.expect("no number has a Right option") + tax;
            assert!(of_left >= of_right, "the walls of {sum:?} meet between steps");
            at.push([of_left, of_right]);
            if of_left == of_right {
                return Walls { at, mast: of_left };
            }
        }
        unreachable!("the loop ends by returning")
    }

    /// The mean and the temperature; numbers count as of temperature -1.
    pub(super) fn heat(&mut self, sum: &[Id]) -> (Fraction, Fraction) {
        let walls = self.walls(sum);
        let temperature = match walls.at.len() {
            0 => Fraction::from(-1),
            steps => Fraction(steps as i64 - 1),
        };
        (walls.mast, temperature)
    }

    /// The Left stop and the Right stop.
    pub(super) fn stops(&mut self, sum: &[Id]) -> [Fraction; 2] {
        let walls = self.walls(sum);
        super::BOTH.map(|player| walls.at(0, player))
    }
}
