//! Misère play within a universe: dicot, dead-ending or all games.
//!
//! The book: reference/misere.md. The order is that of theorem 2.10 of Larsson, Nowakowski and Santos, "Absolute
//! combinatorial game theory", with a proviso for all games and not only for ends: in a universe of dead-ending games
//! Left plays beside 0 and the perfect murders, which are added to the game and played out.

use std::collections::{BTreeMap, BTreeSet};

use crate::bracket::{Game, Games};
use crate::expression::Machine;

use crate::steps::deep;
use crate::value::{Component, Value};
use crate::{Fault, Player, Wrong};

/// Names of the questions.
pub const NAMES: &[&str] =
    &["misere_universe", "misere_leq", "misere_equal", "misere_canonical", "is_misere_invertible"];

const UNIVERSES: [&str; 3] = ["dicot", "dead-ending", "all"];

impl Machine {
    /// Questions about universes of misère play.
    pub fn about_universes(&self, name: &str, args: &[Value]) -> Result<Option<Value>, Fault> {
        let form = |value: &Value| {
            let Some(Value::Misere(sum)) = self.question("misere", std::slice::from_ref(value))?
            else {
                return Err(value.not("a game"));
            };
            self.by_moves(|play| play.form(&sum, &self.games))
        };
        let universe = |value: &Value| match value {
            Value::Text(text) => UNIVERSES
                .iter()
                .position(|known| *known == &**text)
                .ok_or_else(|| Fault::wrong(Wrong::Range, "no universe has this name")),
            other => Err(other.not("a universe")),
        };
        let within = |u: &Value, forms: &[Game]| -> Result<Order<'_>, Fault> {
            let universe = universe(u)?;
            for form in forms {
                if least_universe(&self.games, *form)? > universe {
                    return Err(Fault::wrong(Wrong::Range, "a game outside of the universe"));
                }
            }
            Ok(Order { games: &self.games, universe, known: BTreeMap::new() })
        };
        Ok(Some(Value::Truth(match (name, args) {
            ("misere_universe", [p]) => {
                let least = least_universe(&self.games, form(p)?)?;
                return Ok(Some(Value::text(UNIVERSES[least])));
            }
            ("misere_canonical", [p, u]) => {
                let p = form(p)?;
                let simplest = within(u, &[p])?.simplest(p)?;
                return Ok(Some(Value::Misere(vec![Component::Game(simplest)].into())));
            }
            ("misere_leq", [p, q, u]) => {
                let (p, q) = (form(p)?, form(q)?);
                within(u, &[p, q])?.at_most(p, q)?
            }
            ("misere_equal", [p, q, u]) => {
                let (p, q) = (form(p)?, form(q)?);
                let mut order = within(u, &[p, q])?;
                order.at_most(p, q)? && order.at_most(q, p)?
            }
            ("is_misere_invertible", [p, u]) => {
                let p = form(p)?;
                let sum = self.games.difference(p, p)?;
                let mut order = within(u, &[p])?;
                let zero = self.games.zero()?;
                order.at_most(sum, zero)? && order.at_most(zero, sum)?
            }
            _ => return Ok(None),
        })))
    }
}

fn is_end(games: &Games, game: Game, player: Player) -> bool {
    games.options(game, player).is_empty()
}

/// The place of the least universe that contains a game.
fn least_universe(games: &Games, game: Game) -> Result<usize, Fault> {
    let mut least = 0;
    for follower in games.followers(game)? {
        let ends = Player::BOTH.map(|player| is_end(games, follower, player));
        if ends[0] != ends[1] {
            least = least.max(1);
        }
        for player in Player::BOTH.into_iter().filter(|player| is_end(games, follower, *player)) {
            let after = games.followers(follower)?;
            if !after.iter().all(|later| is_end(games, *later, player)) {
                least = 2;
            }
        }
    }
    Ok(least)
}

struct Order<'g> {
    games: &'g Games,
    universe: usize,
    known: BTreeMap<(Game, Game), bool>,
}

impl Order<'_> {
    /// Whether `h` is at most `g` for Left.
    fn at_most(&mut self, h: Game, g: Game) -> Result<bool, Fault> {
        if let Some(known) = self.known.get(&(h, g)) {
            return Ok(*known);
        }
        let mut holds = self.no_worse_beside_ends(g, h)?;
        for mine in self.games.options(g, Player::Right) {
            let mut answered = false;
            for other in self.games.options(h, Player::Right) {
                answered = answered || deep(|| self.at_most(other, mine))?;
            }
            for reply in self.games.options(mine, Player::Left) {
                answered = answered || deep(|| self.at_most(h, reply))?;
            }
            holds = holds && answered;
        }
        for theirs in self.games.options(h, Player::Left) {
            let mut answered = false;
            for other in self.games.options(g, Player::Left) {
                answered = answered || deep(|| self.at_most(theirs, other))?;
            }
            for reply in self.games.options(theirs, Player::Right) {
                answered = answered || deep(|| self.at_most(reply, g))?;
            }
            holds = holds && answered;
        }
        self.known.insert((h, g), holds);
        Ok(holds)
    }

    /// Whether Left, moving first, does as well in `g` as in `h` beside Left's ends, and Right moving first no better
    /// beside Right's ends.
    fn no_worse_beside_ends(&self, g: Game, h: Game) -> Result<bool, Fault> {
        if self.universe == 2 {
            // Beside all ends only a player without moves wins.
            let is_end = |game, player| is_end(self.games, game, player);
            return Ok((!is_end(h, Player::Left) || is_end(g, Player::Left))
                && (!is_end(g, Player::Right) || is_end(h, Player::Right)));
        }
        for (better, worse, player) in [(g, h, Player::Left), (h, g, Player::Right)] {
            for murder in self.ends(better, worse, player)? {
                let beside =
                    |game| self.wins(self.games.sum(game, murder)?, player, &mut BTreeMap::new());
                if beside(worse)? && !beside(better)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The ends of a player that matter beside two games.
    fn ends(&self, g: Game, h: Game, player: Player) -> Result<BTreeSet<Game>, Fault> {
        let zero = self.games.zero()?;
        let mut ends = BTreeSet::from([zero]);
        if self.universe == 1 {
            let mut murder = zero;
            for _ in 0..=self.games.birthday(g)?.max(self.games.birthday(h)?) {
                let options = vec![zero, murder];
                murder = match player {
                    Player::Left => self.games.form(vec![], options)?,
                    Player::Right => self.games.form(options, vec![])?,
                };
                ends.insert(murder);
            }
        }
        Ok(ends)
    }

    /// Whether a player who moves first wins in misère play.
    fn wins(
        &self,
        game: Game,
        player: Player,
        known: &mut BTreeMap<(Game, Player), bool>,
    ) -> Result<bool, Fault> {
        if let Some(wins) = known.get(&(game, player)) {
            return Ok(*wins);
        }
        let options = self.games.options(game, player);
        let mut wins = options.is_empty();
        for option in options {
            wins = wins || !deep(|| self.wins(option, player.opponent(), known))?;
        }
        known.insert((game, player), wins);
        Ok(wins)
    }

    // Simplest forms (Dorbec, Renault, Siegel and Sopena 2015; Larsson and others 2018)

    fn is_no_better(&mut self, g: Game, h: Game, player: Player) -> Result<bool, Fault> {
        match player {
            Player::Left => self.at_most(g, h),
            Player::Right => self.at_most(h, g),
        }
    }

    fn equals(&mut self, g: Game, h: Game) -> Result<bool, Fault> {
        Ok(self.at_most(g, h)? && self.at_most(h, g)?)
    }

    fn simplest(&mut self, g: Game) -> Result<Game, Fault> {
        let mut sides = Player::BOTH.map(|player| self.games.options(g, player));
        for option in sides.iter_mut().flatten() {
            *option = deep(|| self.simplest(*option))?;
        }
        let [left, right] = sides;
        let mut form = self.games.form(left, right)?;
        while let Some(simpler) = self.simpler(form)? {
            form = simpler;
        }
        Ok(form)
    }

    fn with(&self, g: Game, player: Player, options: Vec<Game>) -> Result<Game, Fault> {
        let others = self.games.options(g, player.opponent());
        match player {
            Player::Left => self.games.form(options, others),
            Player::Right => self.games.form(others, options),
        }
    }

    fn simpler(&mut self, g: Game) -> Result<Option<Game>, Fault> {
        for player in Player::BOTH {
            let options = self.games.options(g, player);
            for option in &options {
                let others: Vec<Game> = options.iter().copied().filter(|o| o != option).collect();
                for other in &others {
                    if self.is_no_better(*option, *other, player)? {
                        return Ok(Some(self.with(g, player, others)?));
                    }
                }
            }
        }
        let mut through_ends = [vec![], vec![]];
        for (player, through) in Player::BOTH.into_iter().zip(&mut through_ends) {
            let options = self.games.options(g, player);
            for option in &options {
                let mut end = false;
                for reply in self.games.options(*option, player.opponent()) {
                    if !self.is_no_better(reply, g, player)? {
                        continue;
                    }
                    let mut bypassed = self.games.options(reply, player);
                    if bypassed.is_empty() {
                        end = true;
                        continue;
                    }
                    bypassed.extend(options.iter().filter(|other| *other != option));
                    return Ok(Some(self.with(g, player, bypassed)?));
                }
                if end {
                    through.push(*option);
                }
            }
        }
        self.without_ends(g, through_ends)
    }

    /// What becomes of options that are reversible through ends.
    fn without_ends(&mut self, g: Game, through: [Vec<Game>; 2]) -> Result<Option<Game>, Fault> {
        let zero = self.games.zero()?;
        let sides = Player::BOTH.map(|player| self.games.options(g, player));
        if g != zero && through == sides && self.equals(g, zero)? {
            return Ok(Some(zero));
        }
        for (player, (through, all)) in Player::BOTH.into_iter().zip(through.iter().zip(&sides)) {
            if through.is_empty() {
                continue;
            }
            let mut others: Vec<Game> =
                all.iter().copied().filter(|option| !through.contains(option)).collect();
            let without = self.with(g, player, others.clone())?;
            let enough = match others.is_empty() {
                true => {
                    least_universe(self.games, without)? <= self.universe
                        && self.equals(without, g)?
                }
                false => self.wins_beside_ends(without, player)?,
            };
            if enough {
                return Ok(Some(without));
            }
            let substitute = self.substitute(g, player)?;
            if *through != [substitute] {
                others.push(substitute);
                return Ok(Some(self.with(g, player, others)?));
            }
        }
        Ok(None)
    }

    /// The option that remains: `*` among dicots, and else a game in which only the opponent can move, to the first
    /// perfect murder that is no better than the game.
    fn substitute(&mut self, g: Game, player: Player) -> Result<Game, Fault> {
        let zero = self.games.zero()?;
        let games = self.games;
        let alone = |options| match player {
            Player::Left => games.form(vec![], options),
            Player::Right => games.form(options, vec![]),
        };
        if self.universe == 0 {
            return self.games.form(vec![zero], vec![zero]);
        }
        let mut murder = zero;
        while !self.is_no_better(murder, g, player)? {
            murder = alone(vec![zero, murder])?;
        }
        alone(vec![murder])
    }

    fn wins_beside_ends(&self, g: Game, player: Player) -> Result<bool, Fault> {
        if self.universe == 2 {
            return Ok(is_end(self.games, g, player));
        }
        for end in self.ends(g, g, player)? {
            if !self.wins(self.games.sum(g, end)?, player, &mut BTreeMap::new())? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
