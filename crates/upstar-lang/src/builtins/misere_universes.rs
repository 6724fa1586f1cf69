//! Misère play within a universe: which games are dicot or dead-ending, their order, simplest forms, inverses.

use std::sync::Arc;

use upstar_core::Player;
use upstar_core::misere::{MisereTree, MisereUniverse, Universe};

use super::followers::{Followers, Places};
use super::typed::{FromValue, Slot, binary, param, ternary, unary};
use super::{Attribute, Builtin, ROW};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::{Fault, Misere, Result, Value, misere, show};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "misere_universe",
        params: &[param("P")],
        gives: "a text",
        summary: "The least universe of misère play that contains a game: \"dicot\", \"dead-ending\" or \"all\".",
        details: "In a dicot game both players can move or neither can, here and in all that \
                  follows. In a dead-ending game, a player who cannot move never can again. Moves \
                  count as they stand: `misere_universe(form(G))` is about G as typed.",
        examples: &[
            ("misere_universe(Clobber(2, 2))", "\"dicot\""),
            ("misere_universe(Domineering(2, 2))", "\"dead-ending\""),
            ("misere_universe(form(<|*>))", "\"all\""),
        ],
        see_also: &["misere_leq", "is_all_small"],
        source: "Milley and Renault, Dead ends in misère play, 2013; Larsson, Nowakowski and Santos 2017",
        attributes: &[Attribute::KeepsSums],
        run: &unary(|host, p: Arc<Misere>| {
            let (_, ends) = followers(host, &[p])?;
            let least =
                Universe::EACH.into_iter().find(|universe| ends.outside(*universe).is_none());
            Ok(Value::text(least.unwrap_or(Universe::All).name()))
        }),
        ..ROW
    },
    Builtin {
        name: "misere_leq",
        params: &[param("P"), param("Q"), param("U")],
        gives: "a truth value",
        summary: "Whether P ≤ Q in misère play within a universe: beside no game of it does Left do better in P.",
        details: "U is \"dicot\", \"dead-ending\" or \"all\", and contains P and Q.",
        examples: &[
            ("misere_leq(*, 0, \"dicot\")", "false"),
            ("misere_leq(Domineering(1, 2), 0, \"dead-ending\")", "false"),
            ("misere_leq(0, misere(*) + misere(*), \"dicot\")", "true"),
        ],
        see_also: &["misere_equal", "misere_canonical", "misere_universe"],
        source: "Larsson, Nowakowski and Santos, Absolute combinatorial game theory, 2017; Siegel 2015",
        attributes: &[Attribute::KeepsSums],
        run: &ternary(|host, p: Arc<Misere>, q: Arc<Misere>, universe: Universe| {
            let (mut games, trees) = trees(host, &[p, q], universe)?;
            Ok(Value::Bool(games.at_least(trees[1], trees[0])?))
        }),
        ..ROW
    },
    Builtin {
        name: "misere_equal",
        params: &[param("P"), param("Q"), param("U")],
        gives: "a truth value",
        summary: "Whether two games are equal in misère play within a universe: no game of it tells them apart.",
        details: "U is \"dicot\", \"dead-ending\" or \"all\", and contains P and Q. Games that are \
                  equal in a universe are equal in each smaller one.",
        examples: &[
            ("misere_equal(misere(*) + misere(*), 0, \"dicot\")", "true"),
            ("misere_equal(misere(*) + misere(*), 0, \"all\")", "false"),
            ("misere_equal(misere(1) + misere(-1), 0, \"dead-ending\")", "true"),
        ],
        see_also: &["misere_leq", "misere_canonical", "misere_universe"],
        source: "Larsson, Nowakowski and Santos, Absolute combinatorial game theory, 2017",
        attributes: &[Attribute::KeepsSums],
        run: &ternary(|host, p: Arc<Misere>, q: Arc<Misere>, universe: Universe| {
            let (mut games, trees) = trees(host, &[p, q], universe)?;
            Ok(Value::Bool(games.equal(trees[0], trees[1])?))
        }),
        ..ROW
    },
    Builtin {
        name: "misere_canonical",
        params: &[param("P"), param("U")],
        summary: "The simplest form of a game in misère play within a universe: equal games have the same.",
        details: "U is \"dicot\", \"dead-ending\" or \"all\", and contains P. For impartial games \
                  among impartial games ask `canonical(misere(P))`.",
        examples: &[
            ("misere_canonical(misere(*) + misere(*), \"dicot\")", "misere(0)"),
            ("misere_canonical(Clobber(\"xox\"), \"dicot\")", "misere(*)"),
        ],
        see_also: &["misere_equal", "canonical", "misere_universe"],
        source: "Dorbec, Renault, Siegel and Sopena 2015; Larsson, Milley, Nowakowski, Renault and Santos \
                 2018; Siegel, Misère canonical forms of partizan games, 2015",
        attributes: &[Attribute::KeepsSums],
        run: &binary(|host, p: Arc<Misere>, universe: Universe| {
            let (mut games, trees) = trees(host, &[p], universe)?;
            let simplest = games.simplest(trees[0])?;
            misere::of_tree(&host.store(), &games, simplest)
        }),
        ..ROW
    },
    Builtin {
        name: "is_misere_invertible",
        params: &[param("P"), param("U")],
        gives: "a truth value",
        summary: "Whether the sum of a game with some game of a universe equals 0 in misère play.",
        details: "If there is one, it is the negative of the game. U is \"dicot\", \"dead-ending\" or \
                  \"all\"; among all games only 0 is invertible.",
        examples: &[
            ("is_misere_invertible(1, \"dead-ending\")", "true"),
            ("is_misere_invertible(*2, \"dicot\")", "false"),
        ],
        see_also: &["misere_equal", "misere_difference"],
        source: "Larsson, Milley, Nowakowski, Renault and Santos 2020; Milley and Renault, The invertible \
                 elements of the monoid of dead-ending misère games, 2022",
        attributes: &[Attribute::KeepsSums],
        run: &binary(|host, p: Arc<Misere>, universe: Universe| {
            let (mut games, trees) = trees(host, &[p], universe)?;
            Ok(Value::Bool(games.is_invertible(trees[0])?))
        }),
        ..ROW
    },
];

impl FromValue for Universe {
    const EXPECTED: &'static str = "a universe: \"dicot\", \"dead-ending\" or \"all\"";

    fn from_value(_: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        let Value::Text(name) = &value else { return Err(slot.wrong::<Self>(&value)) };
        let known = Universe::EACH.into_iter().find(|universe| universe.name() == &**name);
        known.ok_or_else(|| {
            Fault::new(Code::OutOfRange, format!("no universe of misère play is named {name:?}"))
                .help("choose \"dicot\", \"dead-ending\" or \"all\"")
        })
    }
}

/// Of each summand, for Left and Right: who cannot move, and who never can again.
struct Ends {
    end: Vec<[bool; 2]>,
    dead: Vec<[bool; 2]>,
}

impl Ends {
    fn of(followers: &Followers) -> Self {
        let count = followers.order().len();
        let mut ends = Ends { end: vec![[false; 2]; count], dead: vec![[false; 2]; count] };
        for &place in followers.order() {
            let options = followers.options(place);
            let end = [0, 1].map(|side| options[side].is_empty());
            let never = |side: usize| {
                let mut after = options.iter().flatten().flatten();
                after.all(|part| ends.dead[*part][side])
            };
            let dead = [0, 1].map(|side| end[side] && never(side));
            (ends.end[place], ends.dead[place]) = (end, dead);
        }
        ends
    }

    /// The first summand that is outside of a universe.
    fn outside(&self, universe: Universe) -> Option<usize> {
        (0..self.end.len()).find(|&place| match universe {
            Universe::Dicot => self.end[place][0] != self.end[place][1],
            Universe::DeadEnding => self.end[place] != self.dead[place],
            Universe::All => false,
        })
    }
}

fn followers(host: &mut dyn Host, games: &[Arc<Misere>]) -> Result<(Listed, Ends)> {
    let any = |_: &mut dyn Host, _: &Value| Ok(());
    let listed = Followers::of(host, games, &[Player::Left, Player::Right], &any)?;
    let ends = Ends::of(&listed.0);
    Ok((listed, ends))
}

/// What follows some games, and their own summands.
type Listed = (Followers, Vec<Places>);

/// Games as trees of a universe, in which all that follows is in simplest form.
fn trees(
    host: &mut dyn Host,
    given: &[Arc<Misere>],
    universe: Universe,
) -> Result<(MisereUniverse, Vec<MisereTree>)> {
    let ((followers, sums), ends) = followers(host, given)?;
    if let Some(place) = ends.outside(universe) {
        return Err(outside(host, universe, &followers, (place, &ends))?);
    }
    let mut games = MisereUniverse::new(universe, host.store().budget().clone())?;
    let mut trees = vec![games.zero(); followers.order().len()];
    for &place in followers.order() {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, options) in sides.iter_mut().zip(followers.options(place)) {
            for option in options {
                side.push(sum(&mut games, &trees, option)?);
            }
        }
        let tree = games.tree(&sides[0], &sides[1])?;
        trees[place] = games.simplest(tree)?;
    }
    let sums = sums.iter().map(|places| sum(&mut games, &trees, places));
    let sums = sums.collect::<Result<_>>()?;
    Ok((games, sums))
}

/// Simplest form of the sum of some summands.
fn sum(games: &mut MisereUniverse, trees: &[MisereTree], places: &Places) -> Result<MisereTree> {
    let mut sum = games.zero();
    for &place in places {
        let whole = games.add(sum, trees[place])?;
        sum = games.simplest(whole)?;
    }
    Ok(sum)
}

fn outside(
    host: &mut dyn Host,
    universe: Universe,
    followers: &Followers,
    (place, ends): (usize, &Ends),
) -> Result<Fault> {
    let (cannot, can) = if ends.end[place][0] { ("Left", "Right") } else { ("Right", "Left") };
    let summand = followers.summands().get_index(place).cloned().unwrap_or(Value::Nothing);
    let game = misere::of(host, &summand)?;
    let shown = show::value(&host.store(), &game)?;
    let why = match universe {
        Universe::Dicot => format!("in {shown}, {can} can move and {cannot} cannot"),
        _ => {
            let left = ends.end[place][0] && !ends.dead[place][0];
            let who = if left { "Left" } else { "Right" };
            format!("in {shown}, {who} cannot move, and can again later")
        }
    };
    let message = format!("not all that follows here is {}", universe.name());
    Ok(Fault::new(Code::OutOfRange, message)
        .note(why)
        .help("`misere_universe(P)` is the least universe that contains P"))
}
