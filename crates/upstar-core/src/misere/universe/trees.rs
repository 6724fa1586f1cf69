//! Trees of moves, each once.
//!
//! Knows: options, sums, negatives, outcomes in misère play, ends. Must not know: which trees are equal as games.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::deeper;
use crate::{Budget, Error, Player};

/// A game as a tree of moves, of the [`MisereUniverse`] that has made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MisereTree(u32);

/// A universe of games in which misère games are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Universe {
    /// Games in which both players can move or neither can, here and in all that follows.
    Dicot,
    /// Games in which a player who cannot move never can again.
    DeadEnding,
    /// All games whose play ends.
    All,
}

impl Universe {
    /// Each universe, within the next.
    pub const EACH: [Universe; 3] = [Universe::Dicot, Universe::DeadEnding, Universe::All];

    /// Name in the literature.
    pub fn name(self) -> &'static str {
        match self {
            Universe::Dicot => "dicot",
            Universe::DeadEnding => "dead-ending",
            Universe::All => "all",
        }
    }
}

#[derive(Debug)]
struct TreeNode {
    /// Left's options and Right's, in the order of [`MisereUniverse::compare`].
    options: [Box<[MisereTree]>; 2],
    birthday: u32,
    /// Whether a player, Left first, cannot move here or in anything that follows.
    dead: [bool; 2],
    /// Whether the tree is in the universe.
    inside: bool,
}

type Options = [Box<[MisereTree]>; 2];

/// Games of misère play within a universe.
///
/// ```
/// use upstar_core::misere::{MisereUniverse, Universe};
/// use upstar_core::Budget;
///
/// let mut dicots = MisereUniverse::new(Universe::Dicot, Budget::unlimited())?;
/// let zero = dicots.zero();
/// let star = dicots.tree(&[zero], &[zero])?;
/// let two_stars = dicots.add(star, star)?;
/// assert_eq!(dicots.simplest(two_stars)?, zero);
///
/// let mut all = MisereUniverse::new(Universe::All, Budget::unlimited())?;
/// let zero = all.zero();
/// let star = all.tree(&[zero], &[zero])?;
/// let two_stars = all.add(star, star)?;
/// assert_eq!(all.simplest(two_stars)?, two_stars);
/// # Ok::<(), upstar_core::Error>(())
/// ```
#[derive(Debug)]
pub struct MisereUniverse {
    universe: Universe,
    budget: Budget,
    nodes: Vec<TreeNode>,
    by_options: FxHashMap<Options, MisereTree>,
    sums: FxHashMap<(MisereTree, MisereTree), MisereTree>,
    negatives: FxHashMap<MisereTree, MisereTree>,
    wins: FxHashMap<(MisereTree, Player), bool>,
    pub(super) order: FxHashMap<(MisereTree, MisereTree), bool>,
    pub(super) strong: FxHashMap<(MisereTree, Player), bool>,
    pub(super) simplest: FxHashMap<MisereTree, MisereTree>,
}

/// Index of a player's options.
pub(super) fn side(player: Player) -> usize {
    match player {
        Player::Left => 0,
        Player::Right => 1,
    }
}

impl MisereUniverse {
    /// A universe in which only 0 is made.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn new(universe: Universe, budget: Budget) -> Result<Self, Error> {
        let mut games = MisereUniverse {
            universe,
            budget,
            nodes: Vec::new(),
            by_options: FxHashMap::default(),
            sums: FxHashMap::default(),
            negatives: FxHashMap::default(),
            wins: FxHashMap::default(),
            order: FxHashMap::default(),
            strong: FxHashMap::default(),
            simplest: FxHashMap::default(),
        };
        games.tree(&[], &[])?;
        Ok(games)
    }

    /// The universe.
    pub fn universe(&self) -> Universe {
        self.universe
    }

    /// The game without moves.
    pub fn zero(&self) -> MisereTree {
        MisereTree(0)
    }

    /// The game with these options, as it stands.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn tree(&mut self, left: &[MisereTree], right: &[MisereTree]) -> Result<MisereTree, Error> {
        self.budget.step()?;
        let options: Options = [self.sorted(left).into(), self.sorted(right).into()];
        if let Some(&known) = self.by_options.get(&options) {
            return Ok(known);
        }
        let all = || options.iter().flatten().map(|option| self.node(*option));
        let birthday = all().map(|node| node.birthday + 1).max().unwrap_or(0);
        let dead = [0, 1].map(|side| options[side].is_empty() && all().all(|node| node.dead[side]));
        let ends = [0, 1].map(|side| options[side].is_empty());
        let inside = all().all(|node| node.inside)
            && match self.universe {
                Universe::Dicot => ends[0] == ends[1],
                Universe::DeadEnding => ends == dead,
                Universe::All => true,
            };
        let id = u32::try_from(self.nodes.len()).map_err(|_| Error::StoreFull)?;
        self.nodes.push(TreeNode { options: options.clone(), birthday, dead, inside });
        self.by_options.insert(options, MisereTree(id));
        Ok(MisereTree(id))
    }

    fn sorted(&self, options: &[MisereTree]) -> Vec<MisereTree> {
        let mut options = options.to_vec();
        options.sort_by(|a, b| self.compare(*a, *b));
        options.dedup();
        options
    }

    /// An order of trees that does not depend on which were made before: by birthday, then option by option.
    fn compare(&self, a: MisereTree, b: MisereTree) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let (a, b) = (self.node(a), self.node(b));
        let by_options = |side: usize| {
            let pairs = a.options[side].iter().zip(&b.options[side]);
            let unequal = pairs.into_iter().find(|(a, b)| a != b);
            let by_length = a.options[side].len().cmp(&b.options[side].len());
            unequal.map_or(by_length, |(a, b)| {
                stacker::maybe_grow(96 * 1024, 4 << 20, || self.compare(*a, *b))
            })
        };
        let order = a.birthday.cmp(&b.birthday);
        order.then_with(|| by_options(0)).then_with(|| by_options(1))
    }

    fn node(&self, tree: MisereTree) -> &TreeNode {
        &self.nodes[tree.0 as usize]
    }

    pub(super) fn step(&self) -> Result<(), Error> {
        Ok(self.budget.step()?)
    }

    /// The options of a player, in an order that depends on their trees only.
    pub fn options(&self, tree: MisereTree, player: Player) -> &[MisereTree] {
        &self.node(tree).options[side(player)]
    }

    /// The options of both players, to go through while others are made.
    pub(super) fn both(&self, tree: MisereTree) -> [Vec<MisereTree>; 2] {
        [0, 1].map(|side| self.node(tree).options[side].to_vec())
    }

    /// Whether a player cannot move.
    pub fn is_end(&self, tree: MisereTree, player: Player) -> bool {
        self.options(tree, player).is_empty()
    }

    /// Whether a player can move neither here nor in anything that follows.
    pub fn is_dead_end(&self, tree: MisereTree, player: Player) -> bool {
        self.node(tree).dead[side(player)]
    }

    /// Whether a tree, as it stands, is in the universe.
    pub fn contains(&self, tree: MisereTree) -> bool {
        self.node(tree).inside
    }

    /// The sum of two games, as it stands. Cost: all pairs of followers.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn add(&mut self, g: MisereTree, h: MisereTree) -> Result<MisereTree, Error> {
        if g == self.zero() || h == self.zero() {
            return Ok(if g == self.zero() { h } else { g });
        }
        let key = if g.0 < h.0 { (g, h) } else { (h, g) };
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
        }
        let (of_g, of_h) = (self.both(g), self.both(h));
        let mut options = [Vec::new(), Vec::new()];
        for ((side, of_g), of_h) in options.iter_mut().zip(of_g).zip(of_h) {
            for option in of_g {
                side.push(deeper(|| self.add(option, h))?);
            }
            for option in of_h {
                side.push(deeper(|| self.add(g, option))?);
            }
        }
        let sum = self.tree(&options[0], &options[1])?;
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// The game in which the players have changed places: the conjugate.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn negative(&mut self, tree: MisereTree) -> Result<MisereTree, Error> {
        if let Some(&known) = self.negatives.get(&tree) {
            return Ok(known);
        }
        let mut options = self.both(tree);
        for option in options.iter_mut().flatten() {
            *option = deeper(|| self.negative(*option))?;
        }
        let negative = self.tree(&options[1], &options[0])?;
        self.negatives.insert(tree, negative);
        self.negatives.insert(negative, tree);
        Ok(negative)
    }

    /// Whether a player wins who moves first: one who cannot move wins.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn wins(&mut self, tree: MisereTree, first: Player) -> Result<bool, Error> {
        if self.is_end(tree, first) {
            return Ok(true);
        }
        if let Some(&known) = self.wins.get(&(tree, first)) {
            return Ok(known);
        }
        self.step()?;
        let mut wins = false;
        for option in self.options(tree, first).to_vec() {
            wins = wins || !deeper(|| self.wins(option, first.opponent()))?;
        }
        self.wins.insert((tree, first), wins);
        Ok(wins)
    }
}
