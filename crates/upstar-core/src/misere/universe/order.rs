//! The order of a universe.
//!
//! Knows: strong games, and the criterion for G ≥ H. Must not know: simplest forms.

use super::deeper;
use super::trees::{MisereTree, MisereUniverse, Universe};
use crate::{Error, Player};

impl MisereUniverse {
    /// Whether a player who moves first wins beside every end of theirs in the universe: X such that they cannot
    /// move in X.
    ///
    /// The only end among dicots is 0. Beside all ends, some of which give the player moves later, only a player who
    /// cannot move wins: in G + X with X = {|Y}, whatever answer in Y the opponent needs is there. In a dead-ending
    /// game, X gives moves to the opponent alone. Of use to the opponent is that they can wait, or stop waiting: the
    /// most in *perfect murders* M(n) = {|0, M(n - 1)}, M(0) = 0, since any dead end but 0 that is born by day n is
    /// at least M(n) (Larsson, Milley, Nowakowski, Renault and Santos, "Progress on misère dead ends", 2018). So it
    /// is enough to win alone and beside M(n) for all n.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn is_strong(&mut self, tree: MisereTree, player: Player) -> Result<bool, Error> {
        match self.universe() {
            Universe::Dicot => self.wins(tree, player),
            Universe::All => Ok(self.is_end(tree, player)),
            Universe::DeadEnding => {
                Ok(self.wins(tree, player)? && self.wins_beside_murder(tree, player)?)
            }
        }
    }

    /// Whether a player who moves first wins beside M(n) for all n. After a move to K the opponent can move in K,
    /// wait, or end the other summand: then the player must win K moving first.
    fn wins_beside_murder(&mut self, tree: MisereTree, player: Player) -> Result<bool, Error> {
        if self.is_end(tree, player) {
            return Ok(true);
        }
        if let Some(&known) = self.strong.get(&(tree, player)) {
            return Ok(known);
        }
        self.step()?;
        let mut wins = false;
        for option in self.options(tree, player).to_vec() {
            if wins {
                break;
            }
            wins =
                self.wins(option, player)? && deeper(|| self.wins_beside_murder(option, player))?;
            for reply in self.options(option, player.opponent()).to_vec() {
                wins = wins && deeper(|| self.wins_beside_murder(reply, player))?;
            }
        }
        self.strong.insert((tree, player), wins);
        Ok(wins)
    }

    /// Whether G ≥ H in the universe, for G and H in it.
    ///
    /// That is so exactly when
    ///
    /// 1. to each option of Right in G there is one in H that is at most as large, or Left can answer in G with a game
    ///    that is at least H; and likewise for each option of Left in H;
    /// 2. if Left cannot move in H, Left wins G beside every end of Left's; and if Right cannot move in G, Right wins
    ///    H beside every end of Right's.
    ///
    /// Theorem 2.10 of Larsson, Nowakowski and Santos, "Absolute combinatorial game theory", 2017, asks the second
    /// for all G and H; where Left can move in H, it follows from the first by induction.
    ///
    /// # Errors
    /// When the budget is exhausted. Cost: pairs of followers.
    pub fn at_least(&mut self, g: MisereTree, h: MisereTree) -> Result<bool, Error> {
        if g == h {
            return Ok(true);
        }
        if let Some(&known) = self.order.get(&(g, h)) {
            return Ok(known);
        }
        self.step()?;
        let holds = self.is_covered(g, h)? && self.is_maintained(g, h)?;
        self.order.insert((g, h), holds);
        Ok(holds)
    }

    /// The second condition, about ends.
    fn is_covered(&mut self, g: MisereTree, h: MisereTree) -> Result<bool, Error> {
        let left = !self.is_end(h, Player::Left) || self.is_strong(g, Player::Left)?;
        Ok(left && (!self.is_end(g, Player::Right) || self.is_strong(h, Player::Right)?))
    }

    /// The first condition, about options.
    fn is_maintained(&mut self, g: MisereTree, h: MisereTree) -> Result<bool, Error> {
        for option in self.options(g, Player::Right).to_vec() {
            let others = self.options(h, Player::Right).to_vec();
            let answers = self.options(option, Player::Left).to_vec();
            if !self.any(others, |games, other| games.at_least(option, other))?
                && !self.any(answers, |games, answer| games.at_least(answer, h))?
            {
                return Ok(false);
            }
        }
        for option in self.options(h, Player::Left).to_vec() {
            let others = self.options(g, Player::Left).to_vec();
            let answers = self.options(option, Player::Right).to_vec();
            if !self.any(others, |games, other| games.at_least(other, option))?
                && !self.any(answers, |games, answer| games.at_least(g, answer))?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn any(
        &mut self,
        trees: Vec<MisereTree>,
        holds: impl Fn(&mut Self, MisereTree) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        for tree in trees {
            if deeper(|| holds(self, tree))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether two games are equal in the universe.
    ///
    /// # Errors
    /// As for [`MisereUniverse::at_least`].
    pub fn equal(&mut self, g: MisereTree, h: MisereTree) -> Result<bool, Error> {
        Ok(self.at_least(g, h)? && self.at_least(h, g)?)
    }

    /// Whether the sum of a game with some game of the universe equals 0.
    ///
    /// If there is one, the negative is (the conjugate property: Larsson, Milley, Nowakowski, Renault and Santos,
    /// "Recursive comparison tests for dicot and dead-ending games under misère play", 2020). Among all games only 0
    /// is invertible, because a sum that equals 0 has no moves.
    ///
    /// # Errors
    /// As for [`MisereUniverse::at_least`], and cost: as for the sum of both.
    pub fn is_invertible(&mut self, tree: MisereTree) -> Result<bool, Error> {
        let tree = self.simplest(tree)?;
        let negative = self.negative(tree)?;
        let sum = self.add(tree, negative)?;
        self.equal(sum, self.zero())
    }
}
