//! Simplest forms in a universe.
//!
//! Knows: dominated and reversible options, and what becomes of those that are reversible through an end.
//! Must not know: how games are compared.
//!
//! As in normal play, an option is dominated by one that is no worse, and A, Left's option of G, is reversible through
//! an option B of Right's in A with B ≤ G: it is replaced by Left's options of B. If Left has none there, B is an end, and
//! replacing A by nothing can be wrong, since Left may need A to win beside ends. Such an A is removed if Left's
//! other options make G strong (see [`MisereUniverse::is_strong`]), or if G without them is an end that still equals G. Otherwise it
//! is replaced by the simplest game that does its work: by {0|0} among dicots (Dorbec, Renault, Siegel and Sopena,
//! "Dicots, and a taxonomic ranking for misère games", 2015), by {|M(n)} with the least n for which M(n) ≤ G in
//! dead-ending games (Larsson, Milley, Nowakowski, Renault and Santos, "Progress on misère dead ends", 2018; M(n) is
//! the perfect murder). Among all games none is reversible through an end (Siegel, "Misère canonical forms of partizan
//! games", 2015). Then equal games have the same form.
//!
//! Why A' may take the place of A, when it has an option B' ≤ G and G' with A' is strong: G' ≥ G, because Left's move
//! to A in G is answered by B, and B ≤ G' since B is an end and G' strong; G ≥ G', because A' is answered by B'.

use super::deeper;
use super::trees::{MisereTree, MisereUniverse, Universe, side};
use crate::{Error, Player};

type Sides = [Vec<MisereTree>; 2];

impl MisereUniverse {
    /// The simplest form of a game of the universe: equal games have the same.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn simplest(&mut self, tree: MisereTree) -> Result<MisereTree, Error> {
        if let Some(&known) = self.simplest.get(&tree) {
            return Ok(known);
        }
        let mut sides = self.both(tree);
        for option in sides.iter_mut().flatten() {
            *option = deeper(|| self.simplest(*option))?;
        }
        let mut simplest = self.tree(&sides[0], &sides[1])?;
        while let Some(simpler) = self.simpler(simplest)? {
            simplest = simpler;
        }
        self.simplest.insert(tree, simplest);
        self.simplest.insert(simplest, simplest);
        Ok(simplest)
    }

    /// An equal game that is simpler; `None` if there is none. The options are in simplest form.
    fn simpler(&mut self, g: MisereTree) -> Result<Option<MisereTree>, Error> {
        self.step()?;
        for player in [Player::Left, Player::Right] {
            if let Some(options) = self.without_dominated(g, player)? {
                return self.with(g, player, options).map(Some);
            }
        }
        let mut through_ends: Sides = [Vec::new(), Vec::new()];
        for player in [Player::Left, Player::Right] {
            for option in self.options(g, player).to_vec() {
                let Some(reply) = self.reversing(g, option, player)? else { continue };
                if self.is_end(reply, player) {
                    through_ends[side(player)].push(option);
                    continue;
                }
                let mut options = self.options(g, player).to_vec();
                options.retain(|other| *other != option);
                options.extend_from_slice(self.options(reply, player));
                return self.with(g, player, options).map(Some);
            }
        }
        self.without_ends(g, &through_ends)
    }

    /// The game with other options of a player.
    fn with(
        &mut self,
        g: MisereTree,
        player: Player,
        options: Vec<MisereTree>,
    ) -> Result<MisereTree, Error> {
        let mut sides = self.both(g);
        sides[side(player)] = options;
        self.tree(&sides[0], &sides[1])
    }

    /// Whether `g` is at least as good for a player as `h`.
    fn is_no_worse(&mut self, g: MisereTree, h: MisereTree, player: Player) -> Result<bool, Error> {
        match player {
            Player::Left => self.at_least(g, h),
            Player::Right => self.at_least(h, g),
        }
    }

    /// The options that no other one dominates, if there are fewer.
    fn without_dominated(
        &mut self,
        g: MisereTree,
        player: Player,
    ) -> Result<Option<Vec<MisereTree>>, Error> {
        let all = self.options(g, player).to_vec();
        let mut kept: Vec<MisereTree> = Vec::with_capacity(all.len());
        for &option in &all {
            let mut dominated = false;
            for &other in &kept {
                dominated = dominated || self.is_no_worse(other, option, player)?;
            }
            if dominated {
                continue;
            }
            let mut rest = Vec::with_capacity(kept.len() + 1);
            for other in kept {
                if !self.is_no_worse(option, other, player)? {
                    rest.push(other);
                }
            }
            rest.push(option);
            kept = rest;
        }
        Ok((kept.len() < all.len()).then_some(kept))
    }

    /// A reply through which an option is reversible, an end only if there is no other.
    fn reversing(
        &mut self,
        g: MisereTree,
        option: MisereTree,
        player: Player,
    ) -> Result<Option<MisereTree>, Error> {
        let mut end = None;
        for reply in self.options(option, player.opponent()).to_vec() {
            if self.is_no_worse(g, reply, player)? {
                if !self.is_end(reply, player) {
                    return Ok(Some(reply));
                }
                end = end.or(Some(reply));
            }
        }
        Ok(end)
    }

    /// The game with options that are reversible through ends removed or replaced, if that changes it.
    fn without_ends(
        &mut self,
        g: MisereTree,
        through_ends: &Sides,
    ) -> Result<Option<MisereTree>, Error> {
        let sides = self.both(g);
        let all = [0, 1].map(|side| through_ends[side].len() == sides[side].len());
        if g != self.zero() && all == [true, true] && self.equal(g, self.zero())? {
            return Ok(Some(self.zero()));
        }
        for player in [Player::Left, Player::Right] {
            let reversible = &through_ends[side(player)];
            if reversible.is_empty() {
                continue;
            }
            let mut others = sides[side(player)].clone();
            others.retain(|option| !reversible.contains(option));
            let without = self.with(g, player, others.clone())?;
            let enough = match others.is_empty() {
                false => self.is_strong(without, player)?,
                true => self.contains(without) && self.equal(without, g)?,
            };
            if enough {
                return Ok(Some(without));
            }
            let substitute = self.substitute(g, player)?;
            if *reversible != [substitute] {
                others.push(substitute);
                return self.with(g, player, others).map(Some);
            }
        }
        Ok(None)
    }

    /// The simplest option that is reversible through an end and makes the game strong.
    fn substitute(&mut self, g: MisereTree, player: Player) -> Result<MisereTree, Error> {
        let mut murder = self.zero();
        if self.universe() == Universe::Dicot {
            return self.tree(&[murder], &[murder]);
        }
        // The option was reversible through an end, and the murder born by its birthday is worse.
        while !self.is_no_worse(g, murder, player)? {
            self.step()?;
            let options = [self.zero(), murder];
            murder = self.one_sided(player.opponent(), &options)?;
        }
        self.one_sided(player.opponent(), &[murder])
    }

    /// The game in which only one player has options.
    fn one_sided(&mut self, player: Player, options: &[MisereTree]) -> Result<MisereTree, Error> {
        match player {
            Player::Left => self.tree(options, &[]),
            Player::Right => self.tree(&[], options),
        }
    }
}
