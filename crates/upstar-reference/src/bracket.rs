//! Games as brackets: a game is a set of Left's options and a set of Right's options, which are games.
//!
//! The definitions are those of Siegel, *Combinatorial Game Theory*, chapter II, and of *On Numbers and
//! Games*, chapters 0 and 7. A bracket as it stands is a *form*; two forms are *equal* when neither is
//! greater. Forms are kept in a table, the same form once, so that answers can be kept by form.
//! Every function counts steps, and fails with [`Fault::TooLarge`] when none is left.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::steps::{Steps, deep};
use crate::{Fault, Player, Wrong};

/// A form, by its number in a table of [`Games`]. The same number is the same form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Game(usize);

/// A set of Left's and a set of Right's options, each in the order of their numbers.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Form {
    left: Vec<Game>,
    right: Vec<Game>,
}

/// How two games compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// Right wins the difference.
    Less,
    /// Whoever moves second wins the difference.
    Equal,
    /// Left wins the difference.
    Greater,
    /// Whoever moves first wins the difference.
    Confused,
}

/// The forms met so far, and what has been found about them.
pub struct Games {
    pub(crate) steps: Steps,
    table: RefCell<Table>,
}

#[derive(Default)]
struct Table {
    forms: Vec<Rc<Form>>,
    numbers: HashMap<Rc<Form>, Game>,
    at_most: HashMap<(Game, Game), bool>,
    sums: HashMap<(Game, Game), Game>,
    ordinal_sums: HashMap<(Game, Game), Game>,
    negatives: HashMap<Game, Game>,
    canonical: HashMap<Game, Game>,
    birthdays: HashMap<Game, u64>,
}

/// The options of a set of games: as a set, in the order of their numbers.
fn as_set(mut games: Vec<Game>) -> Vec<Game> {
    games.sort_unstable();
    games.dedup();
    games
}

impl Games {
    /// An empty table.
    pub fn new(steps: Steps) -> Games {
        Games { steps, table: RefCell::default() }
    }

    /// The form with these options.
    pub fn form(&self, left: Vec<Game>, right: Vec<Game>) -> Result<Game, Fault> {
        self.steps.take(1 + (left.len() + right.len()) as u64)?;
        let form = Rc::new(Form { left: as_set(left), right: as_set(right) });
        let mut table = self.table.borrow_mut();
        if let Some(game) = table.numbers.get(&form) {
            return Ok(*game);
        }
        let game = Game(table.forms.len());
        table.forms.push(Rc::clone(&form));
        table.numbers.insert(form, game);
        Ok(game)
    }

    fn get(&self, game: Game) -> Rc<Form> {
        Rc::clone(&self.table.borrow().forms[game.0])
    }

    /// The options of a player.
    pub fn options(&self, game: Game, player: Player) -> Vec<Game> {
        match player {
            Player::Left => self.get(game).left.clone(),
            Player::Right => self.get(game).right.clone(),
        }
    }

    /// A game with all games that follow it, each once.
    ///
    /// # Errors
    /// When no step is left.
    pub fn followers(&self, game: Game) -> Result<BTreeSet<Game>, Fault> {
        let (mut followers, mut next) = (BTreeSet::from([game]), vec![game]);
        while let Some(game) = next.pop() {
            self.steps.step()?;
            let form = self.get(game);
            let options = form.left.iter().chain(&form.right).copied();
            next.extend(options.filter(|option| followers.insert(*option)));
        }
        Ok(followers)
    }

    /// Whether both players have the same options, all the way down.
    ///
    /// # Errors
    /// When no step is left.
    pub fn is_symmetric(&self, game: Game) -> Result<bool, Fault> {
        let is_alike = |game: Game| self.get(game).left == self.get(game).right;
        Ok(self.followers(game)?.into_iter().all(is_alike))
    }

    // Order (Siegel, II.1; *On Numbers and Games*, chapter 0)

    /// G <= H: there is no left option of G with H <= G^L, and no right option of H with H^R <= G.
    pub fn at_most(&self, g: Game, h: Game) -> Result<bool, Fault> {
        if let Some(known) = self.table.borrow().at_most.get(&(g, h)) {
            return Ok(*known);
        }
        self.steps.step()?;
        let found = deep(|| {
            for left in &self.get(g).left {
                if self.at_most(h, *left)? {
                    return Ok(false);
                }
            }
            for right in &self.get(h).right {
                if self.at_most(*right, g)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })?;
        self.table.borrow_mut().at_most.insert((g, h), found);
        Ok(found)
    }

    /// G = H: G <= H and H <= G.
    pub fn equal(&self, g: Game, h: Game) -> Result<bool, Fault> {
        Ok(self.at_most(g, h)? && self.at_most(h, g)?)
    }

    /// How G compares with H.
    pub fn compare(&self, g: Game, h: Game) -> Result<Relation, Fault> {
        Ok(match (self.at_most(g, h)?, self.at_most(h, g)?) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        })
    }

    // Sums and negatives (Siegel, II.1)

    /// G + H = {G^L + H, G + H^L | G^R + H, G + H^R}, as it stands.
    pub fn sum(&self, g: Game, h: Game) -> Result<Game, Fault> {
        if let Some(known) = self.table.borrow().sums.get(&(g, h)) {
            return Ok(*known);
        }
        let options = |player| -> Result<Vec<Game>, Fault> {
            let mut options = Vec::new();
            for option in self.options(g, player) {
                options.push(self.sum(option, h)?);
            }
            for option in self.options(h, player) {
                options.push(self.sum(g, option)?);
            }
            Ok(options)
        };
        let sum = deep(|| self.form(options(Player::Left)?, options(Player::Right)?))?;
        self.table.borrow_mut().sums.insert((g, h), sum);
        Ok(sum)
    }

    /// -G = {-G^R | -G^L}.
    pub fn negative(&self, g: Game) -> Result<Game, Fault> {
        if let Some(known) = self.table.borrow().negatives.get(&g) {
            return Ok(*known);
        }
        let negatives = |games: Vec<Game>| -> Result<Vec<Game>, Fault> {
            games.into_iter().map(|game| self.negative(game)).collect()
        };
        let left = deep(|| negatives(self.options(g, Player::Right)))?;
        let right = deep(|| negatives(self.options(g, Player::Left)))?;
        let negative = self.form(left, right)?;
        self.table.borrow_mut().negatives.insert(g, negative);
        Ok(negative)
    }

    /// G - H = G + (-H).
    pub fn difference(&self, g: Game, h: Game) -> Result<Game, Fault> {
        self.sum(g, self.negative(h)?)
    }

    /// n·G: the sum of n copies of G, or of -n copies of -G; its canonical form, as all copies so far are.
    pub fn multiple(&self, n: &BigInt, g: Game) -> Result<Game, Fault> {
        let copy = if n.is_negative() { self.negative(g)? } else { g };
        let copy = self.canonical(copy)?;
        let mut sum = self.zero()?;
        for _ in 0..self.count(&n.abs())? {
            sum = self.canonical(self.sum(sum, copy)?)?;
        }
        Ok(sum)
    }

    /// The ordinal sum G : H = {G^L, G : H^L | G^R, G : H^R} (*Winning Ways*, chapter 7).
    pub fn ordinal_sum(&self, g: Game, h: Game) -> Result<Game, Fault> {
        if let Some(known) = self.table.borrow().ordinal_sums.get(&(g, h)) {
            return Ok(*known);
        }
        let options = |player| -> Result<Vec<Game>, Fault> {
            let mut options = self.options(g, player);
            for option in self.options(h, player) {
                options.push(self.ordinal_sum(g, option)?);
            }
            Ok(options)
        };
        let sum = deep(|| self.form(options(Player::Left)?, options(Player::Right)?))?;
        self.table.borrow_mut().ordinal_sums.insert((g, h), sum);
        Ok(sum)
    }

    // Canonical forms (Siegel, II.2: dominated and reversible options)

    /// The canonical form: options in canonical form, none of them dominated, none reversible.
    pub fn canonical(&self, g: Game) -> Result<Game, Fault> {
        if let Some(known) = self.table.borrow().canonical.get(&g) {
            return Ok(*known);
        }
        let canonical = |games: Vec<Game>| -> Result<Vec<Game>, Fault> {
            games.into_iter().map(|game| self.canonical(game)).collect()
        };
        let left = deep(|| canonical(self.options(g, Player::Left)))?;
        let right = deep(|| canonical(self.options(g, Player::Right)))?;
        let mut form = self.form(left, right)?;
        while let Some(simpler) = self.simpler(form)? {
            form = simpler;
        }
        let mut table = self.table.borrow_mut();
        table.canonical.insert(g, form);
        table.canonical.insert(form, form);
        Ok(form)
    }

    /// Whether the form is canonical: no option of anything in it is dominated or reversible.
    pub fn is_canonical(&self, g: Game) -> Result<bool, Fault> {
        Ok(self.canonical(g)? == g)
    }

    /// The form without one of its dominated options, or with one of its reversible options bypassed;
    /// none when there is neither.
    fn simpler(&self, g: Game) -> Result<Option<Game>, Fault> {
        for player in [Player::Left, Player::Right] {
            let options = self.options(g, player);
            for option in &options {
                let others: Vec<Game> = options.iter().copied().filter(|o| o != option).collect();
                if self.is_dominated(*option, &others, player)? {
                    return Ok(Some(self.with_options(g, player, others)?));
                }
                if let Some(through) = self.reverses(g, *option, player)? {
                    let bypassed = [others, self.options(through, player)].concat();
                    return Ok(Some(self.with_options(g, player, bypassed)?));
                }
            }
        }
        Ok(None)
    }

    /// A left option is dominated by one that is at least as large, a right option by one at most as large.
    fn is_dominated(&self, option: Game, others: &[Game], player: Player) -> Result<bool, Fault> {
        for other in others {
            if self.no_better(option, *other, player)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a player does not prefer G to H: G <= H for Left, G >= H for Right.
    pub fn no_better(&self, g: Game, h: Game, player: Player) -> Result<bool, Fault> {
        match player {
            Player::Left => self.at_most(g, h),
            Player::Right => self.at_most(h, g),
        }
    }

    /// A left option G^L is reversible through its right option G^LR when G^LR <= G; a right option G^R
    /// through G^RL when G^RL >= G.
    fn reverses(&self, g: Game, option: Game, player: Player) -> Result<Option<Game>, Fault> {
        for answer in self.options(option, player.opponent()) {
            if self.no_better(answer, g, player)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    fn with_options(&self, g: Game, player: Player, options: Vec<Game>) -> Result<Game, Fault> {
        match player {
            Player::Left => self.form(options, self.options(g, Player::Right)),
            Player::Right => self.form(self.options(g, Player::Left), options),
        }
    }

    /// The birthday of the form: one more than the latest of its options, and 0 without options.
    pub fn birthday(&self, g: Game) -> Result<u64, Fault> {
        if let Some(known) = self.table.borrow().birthdays.get(&g) {
            return Ok(*known);
        }
        self.steps.step()?;
        let mut birthday = 0;
        let form = self.get(g);
        for option in form.left.iter().chain(&form.right) {
            birthday = birthday.max(1 + deep(|| self.birthday(*option))?);
        }
        self.table.borrow_mut().birthdays.insert(g, birthday);
        Ok(birthday)
    }

    // Numbers (Siegel, II.3; *On Numbers and Games*, chapter 2)

    /// 0 = {|}.
    pub fn zero(&self) -> Result<Game, Fault> {
        self.form(Vec::new(), Vec::new())
    }

    /// n = {n - 1 |} for n > 0, and {| n + 1} for n < 0.
    pub fn integer(&self, n: &BigInt) -> Result<Game, Fault> {
        let mut game = self.zero()?;
        for _ in 0..self.count(&n.abs())? {
            game = match n.is_positive() {
                true => self.form(vec![game], Vec::new())?,
                false => self.form(Vec::new(), vec![game])?,
            };
        }
        Ok(game)
    }

    /// A dyadic rational: m/2^k = {(m - 1)/2^k | (m + 1)/2^k} for odd m and k > 0.
    ///
    /// # Errors
    ///
    /// When the denominator is no power of two.
    pub fn number(&self, x: &BigRational) -> Result<Game, Fault> {
        if x.is_integer() {
            return self.integer(x.numer());
        }
        if !is_dyadic(x) {
            return Err(Fault::wrong(Wrong::Value, format!("{x} is no short game")));
        }
        self.steps.take(1 + x.denom().bits() / 64)?;
        let unit = BigRational::new(BigInt::one(), x.denom().clone());
        let left = deep(|| self.number(&(x - &unit)))?;
        let right = deep(|| self.number(&(x + &unit)))?;
        self.form(vec![left], vec![right])
    }

    /// The number that the game equals. A game is a number when its canonical form has only numbers
    /// as options, the left ones smaller than the right ones; then it is the simplest number between
    /// them (Siegel, II.3: the simplicity theorem).
    pub fn as_number(&self, g: Game) -> Result<Option<BigRational>, Fault> {
        let canonical = self.get(self.canonical(g)?);
        let numbers = |games: &[Game]| -> Result<Option<Vec<BigRational>>, Fault> {
            games.iter().map(|game| deep(|| self.as_number(*game))).collect()
        };
        let (Some(left), Some(right)) = (numbers(&canonical.left)?, numbers(&canonical.right)?)
        else {
            return Ok(None);
        };
        let (left, right) = (left.iter().max(), right.iter().min());
        if left.zip(right).is_some_and(|(left, right)| left >= right) {
            return Ok(None);
        }
        Ok(Some(simplest_between(left, right)))
    }

    // Names (*Winning Ways*, chapters 2, 3, 5 and 8)

    /// *n = {0, *, .., *(n - 1) | 0, *, .., *(n - 1)}.
    pub fn nimber(&self, n: u64) -> Result<Game, Fault> {
        let mut smaller = Vec::new();
        for _ in 0..n {
            smaller.push(self.form(smaller.clone(), smaller.clone())?);
        }
        self.form(smaller.clone(), smaller)
    }

    /// The n for which the game equals *n. The canonical form is then that of *n.
    pub fn as_nimber(&self, g: Game) -> Result<Option<u64>, Fault> {
        let canonical = self.canonical(g)?;
        let n = self.get(canonical).left.len() as u64;
        Ok((self.nimber(n)? == canonical).then_some(n))
    }

    /// ↑ = {0 | *}.
    pub fn up(&self) -> Result<Game, Fault> {
        self.form(vec![self.zero()?], vec![self.nimber(1)?])
    }

    /// ↑ to the power n: {0 | * - ↑[n - 1]}, in canonical form (*Winning Ways*, chapter 8).
    ///
    /// # Errors
    ///
    /// When n is 0.
    pub fn up_power(&self, n: u64) -> Result<Game, Fault> {
        let Some(before) = n.checked_sub(1) else {
            return Err(Fault::wrong(Wrong::Value, "powers of up begin with the first"));
        };
        let right = self.difference(self.nimber(1)?, self.up_power_sum(before)?)?;
        self.canonical(self.form(vec![self.zero()?], vec![right])?)
    }

    /// `↑[n]` = ↑ + ↑² + .. + ↑ to the power n, in canonical form.
    pub fn up_power_sum(&self, n: u64) -> Result<Game, Fault> {
        let mut sum = self.zero()?;
        for k in 1..=n {
            sum = self.canonical(self.sum(sum, deep(|| self.up_power(k))?)?)?;
        }
        Ok(sum)
    }

    /// tiny(G) = {0 || 0 | -G}.
    pub fn tiny(&self, g: Game) -> Result<Game, Fault> {
        let zero = self.zero()?;
        let right = self.form(vec![zero], vec![self.negative(g)?])?;
        self.form(vec![zero], vec![right])
    }

    /// miny(G) = -tiny(G).
    pub fn miny(&self, g: Game) -> Result<Game, Fault> {
        self.negative(self.tiny(g)?)
    }

    /// ±(G, ..) = {G, .. | -G, ..}.
    pub fn switch(&self, games: &[Game]) -> Result<Game, Fault> {
        let negatives: Result<_, _> = games.iter().map(|game| self.negative(*game)).collect();
        self.form(games.to_vec(), negatives?)
    }

    /// The form in brackets: integers, dyadic rationals and nimbers by name, all else written out.
    pub fn print(&self, g: Game) -> Result<String, Fault> {
        if let Some(x) = self.as_number(g)?
            && self.number(&x)? == g
        {
            return Ok(x.to_string());
        }
        if let Some(n) = self.as_nimber(g)?
            && self.nimber(n)? == g
        {
            return Ok(if n == 1 { "*".to_owned() } else { format!("*{n}") });
        }
        self.steps.step()?;
        let side = |player| -> Result<String, Fault> {
            let options: Result<Vec<String>, Fault> =
                self.options(g, player).into_iter().map(|o| deep(|| self.print(o))).collect();
            Ok(options?.join(","))
        };
        Ok(format!("{{{}|{}}}", side(Player::Left)?, side(Player::Right)?))
    }

    /// An integer to count with: what does not fit is too large for the definitions.
    fn count(&self, n: &BigInt) -> Result<u64, Fault> {
        n.to_u64().ok_or(Fault::TooLarge)
    }
}

/// Whether the denominator is a power of two.
pub fn is_dyadic(x: &BigRational) -> bool {
    let one = BigInt::one();
    (x.denom() & (x.denom() - &one)).is_zero()
}

/// The simplest number larger than `low` and smaller than `high` (Siegel, II.3): the integer
/// closest to 0, or else the dyadic rational with the smallest denominator.
pub fn simplest_between(low: Option<&BigRational>, high: Option<&BigRational>) -> BigRational {
    let fits = |x: &BigRational| low.is_none_or(|low| low < x) && high.is_none_or(|high| x < high);
    let zero = BigRational::zero();
    if fits(&zero) {
        return zero;
    }
    let mut denominator = BigInt::one();
    loop {
        let scale = BigRational::from_integer(denominator.clone());
        let next_above = |x: &BigRational| (x * &scale).floor() + BigRational::one();
        let next_below = |x: &BigRational| (x * &scale).ceil() - BigRational::one();
        let numerator = match (low, high) {
            (Some(low), _) if !low.is_negative() => next_above(low),
            (_, Some(high)) => next_below(high),
            _ => return zero,
        };
        let candidate = numerator / scale;
        if fits(&candidate) {
            return candidate;
        }
        denominator *= 2;
    }
}
