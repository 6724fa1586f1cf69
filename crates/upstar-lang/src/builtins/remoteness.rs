//! Winners of compounds of many games, by one answer about each component.

use std::hash::BuildHasher;
use std::sync::Arc;

use rustc_hash::FxBuildHasher;
use upstar_core::graph::Digraph;
use upstar_core::impartial::{
    Compound, Convention, Key, NoTheory, explore, keys, outcome, remoteness, suspense,
};
use upstar_core::{Outcome, Player, Surreal};

use super::forms::{Component, Components};
use super::moves::mover;
use super::typed::{FromValue, Slot, binary, param, unary};
use super::{Attribute, Builtin, ROW};
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::loopy::NeedsEnd;
use crate::value::nimbers::both_alike;
use crate::value::{Fault, Result, Sum, Value, order, show};

use Convention::{Misere, Normal};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "remoteness",
        params: &[param("G"), param("player")],
        gives: "a game",
        summary: "How many moves play lasts when the winner wants to win soon, the loser to lose \
                  late.",
        details: "When it is even, the player to move loses; a draw has `omega`. A conjunctive \
                  compound has the least remoteness of its components. Leave the player out in impartial rulesets. It depends on the form, as compounds do.",
        examples: &[
            ("[remoteness(Subtraction([1, 2])(n)) for n in 0..6]", "[0, 1, 1, 2, 3, 3, 4]"),
            ("remoteness(<0|1>, Left)", "1"),
            ("remoteness(TokenGame(\"1>2, 2>1\")(1))", "ω"),
        ],
        see_also: &["suspense", "misere_remoteness", "conjunctive", "compound_outcome"],
        source: "On Numbers and Games, ch. 14; Winning Ways, ch. 9 and 12",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, g: Value, first: Option<Player>| {
            length(host, &g, first, &REMOTENESS, Normal)
        }),
        ..ROW
    },
    Builtin {
        name: "misere_remoteness",
        params: &[param("G"), param("player")],
        gives: "an integer",
        summary: "The remoteness when the player who cannot move wins.",
        details: "When it is even, the player to move wins.",
        examples: &[(
            "[misere_remoteness(Subtraction([1, 2])(n)) for n in 0..6]",
            "[0, 1, 2, 2, 3, 4, 4]",
        )],
        see_also: &["remoteness", "misere_suspense"],
        source: "On Numbers and Games, ch. 14",
        attributes: &[Attribute::TakesForms],
        run: &binary(|host, g: Value, first: Option<Player>| {
            length(host, &g, first, &REMOTENESS, Misere)
        }),
        ..ROW
    },
    Builtin {
        name: "suspense",
        params: &[param("G")],
        gives: "an integer",
        summary: "How many moves play lasts when the winner wants to win late, the loser to lose \
                  soon.",
        details: "When it is even, the player to move loses. A continued conjunctive compound has \
                  the greatest suspense of its components. Both players must have the same moves, \
                  and play must end.",
        examples: &[
            ("[suspense(Subtraction([1, 2])(n)) for n in 0..6]", "[0, 1, 1, 2, 3, 3, 4]"),
            ("[suspense(Nim(n)) for n in 0..3]", "[0, 1, 1, 1]"),
        ],
        see_also: &["remoteness", "misere_suspense", "continued_conjunctive", "compound_outcome"],
        source: "On Numbers and Games, ch. 14; Winning Ways, ch. 9",
        run: &unary(|host, g: Value| length(host, &g, None, &SUSPENSE, Normal)),
        needs_end: Some(NeedsEnd::WALK),
        ..ROW
    },
    Builtin {
        name: "misere_suspense",
        params: &[param("G")],
        gives: "an integer",
        summary: "The suspense when the player who cannot move wins.",
        details: "When it is even, the player to move wins.",
        examples: &[(
            "[misere_suspense(Subtraction([1, 2])(n)) for n in 0..6]",
            "[0, 1, 2, 2, 3, 4, 4]",
        )],
        see_also: &["suspense", "misere_remoteness"],
        source: "On Numbers and Games, ch. 14",
        run: &unary(|host, g: Value| length(host, &g, None, &SUSPENSE, Misere)),
        ..ROW
    },
    Builtin {
        name: "compound_outcome",
        params: &[param("how"), param("Gs")],
        gives: "an outcome",
        summary: "Who wins a compound of any number of impartial games.",
        details: WAYS,
        examples: &[
            ("compound_outcome(conjunctive, [Nim(n) for n in 1..1000])", "N"),
            ("compound_outcome(selective, [Subtraction([1, 2])(n) for n in [3, 6, 30]])", "P"),
            ("compound_outcome(diminished_disjunctive, [Nim(3), Nim(4)])", "N"),
        ],
        see_also: &["compound_moves", "misere_compound_outcome", "remoteness", "suspense"],
        source: "Smith, Graphs and composite games, 1966; On Numbers and Games, ch. 14",
        run: &binary(|host, how: Compound, games: Vec<Value>| {
            let table = ComponentTable::new(host, how, &games, Normal)?;
            Ok(Value::Outcome(table.outcome(&table.start)?))
        }),
        ..ROW
    },
    Builtin {
        name: "misere_compound_outcome",
        params: &[param("how"), param("Gs")],
        gives: "an outcome",
        summary: "Who wins a compound when the player who cannot move wins.",
        details: "Components are looked at one by one, unless the compound is disjunctive.",
        examples: &[
            ("misere_compound_outcome(selective, [Nim(1), Nim(1)])", "N"),
            ("misere_compound_outcome(conjunctive, [Nim(1), Nim(5)])", "P"),
        ],
        see_also: &["compound_outcome", "misere_compound_moves"],
        source: "On Numbers and Games, ch. 14",
        run: &binary(|host, how: Compound, games: Vec<Value>| {
            let table = ComponentTable::new(host, how, &games, Misere)?;
            Ok(Value::Outcome(table.outcome(&table.start)?))
        }),
        ..ROW
    },
    Builtin {
        name: "compound_moves",
        params: &[param("how"), param("Gs")],
        summary: "The winning moves in a compound of impartial games: what the components become.",
        details: WAYS,
        examples: &[
            ("compound_moves(selective, [Nim(1), Nim(2)])", "[[Nim(0), Nim(0)]]"),
            (
                "compound_moves(conjunctive, [Subtraction([1, 2])(4), Subtraction([1, 2])(5)])",
                "[[Subtraction([1, 2])(3), Subtraction([1, 2])(4)], [Subtraction([1, 2])(3), \
                 Subtraction([1, 2])(3)]]",
            ),
        ],
        see_also: &["compound_outcome", "winning_moves"],
        source: "On Numbers and Games, ch. 14",
        run: &binary(|host, how: Compound, games: Vec<Value>| {
            winning_moves(host, how, &games, Normal)
        }),
        ..ROW
    },
    Builtin {
        name: "misere_compound_moves",
        params: &[param("how"), param("Gs")],
        summary: "The winning moves in a compound when the player who cannot move wins.",
        examples: &[(
            "misere_compound_moves(selective, [Nim(1), Nim(1)])",
            "[[Nim(1), Nim(0)], [Nim(0), Nim(1)]]",
        )],
        see_also: &["misere_compound_outcome", "compound_moves"],
        source: "On Numbers and Games, ch. 14",
        run: &binary(|host, how: Compound, games: Vec<Value>| {
            winning_moves(host, how, &games, Misere)
        }),
        ..ROW
    },
];

/// Help on the first argument.
const WAYS: &str = "`how` is `disjunctive`, `diminished_disjunctive`, `conjunctive`, \
                    `continued_conjunctive`, `selective` or `shortened_selective`. Components are looked at one by one. Play may go on forever in disjunctive and conjunctive compounds.";

/// Function that computes remoteness or suspense of all vertices.
type Lengths = fn(
    &Digraph,
    Convention,
    &upstar_core::Budget,
) -> std::result::Result<Vec<Option<u32>>, upstar_core::Exhausted>;

/// Measure of the length of play: remoteness or suspense.
struct Measure {
    /// Name of the function, for normal play.
    name: &'static str,
    lengths: Lengths,
    /// Whether it is defined for games in which the players' moves differ.
    is_of_partizan: bool,
    /// Whether it is defined for draws, where play lasts for `omega` moves.
    is_of_draws: bool,
}

const REMOTENESS: Measure =
    Measure { name: "remoteness", lengths: remoteness, is_of_partizan: true, is_of_draws: true };

const SUSPENSE: Measure =
    Measure { name: "suspense", lengths: suspense, is_of_partizan: false, is_of_draws: false };

/// Component with the terms of a sum in a fixed order, so that equal sums are one position.
fn in_order(play: Component) -> Result<Component> {
    let Component::Position(Value::Sum(sum)) = &play else { return Ok(play) };
    let mut terms = sum.terms().to_vec();
    terms.sort_by_cached_key(|term| FxBuildHasher.hash_one(term));
    Ok(Component::Position(Value::Sum(Arc::new(Sum::new(terms)?))))
}

/// Length of play from a game. If the players' moves differ, its positions have a player to move.
fn length(
    host: &mut dyn Host,
    game: &Value,
    first: Option<Player>,
    measure: &Measure,
    convention: Convention,
) -> Result<Value> {
    if !order::is_gamelike(game) {
        let fault = game.wrong("a game");
        return Err(match game {
            Value::Misere(_) => {
                fault.help(format!("how long misère play lasts is `misere_{}(P)`", measure.name))
            }
            _ => fault,
        });
    }
    let alike = both_alike(host, game);
    if !alike && !measure.is_of_partizan {
        let text = show::value(&host.store(), game)?;
        return Err(Fault::new(Code::NotImpartial, format!("in {text} the players' moves differ"))
            .note("suspense is about games in which both players have the same moves")
            .help("`remoteness(G, Left)` is known of other games, too"));
    }
    let prefix = if convention == Misere { "misere_" } else { "" };
    let first = mover(host, &format!("{prefix}{}", measure.name), game, first)?;
    let mut components = Components::new(host);
    let budget = components.store().budget().clone();
    let root = (components.component(game)?, if alike { Player::Left } else { first });
    let (graph, _) = explore([root], &budget, |(play, mover)| -> Result<_> {
        let next = if alike { *mover } else { mover.opponent() };
        let moves = components.moves(play, *mover)?;
        moves.into_iter().map(|play| Ok((in_order(play)?, next))).collect()
    })?;
    let found = (measure.lengths)(&graph, convention, &budget).map_err(upstar_core::Error::from)?;
    match found.first().copied().flatten() {
        Some(moves) => Ok(Value::integer(i64::from(moves))),
        None if measure.is_of_draws => Ok(Value::of_surreal(Surreal::omega())),
        None => Err(endless("suspense is about games that end")),
    }
}

fn endless(note: &str) -> Fault {
    Fault::new(Code::Repeats, "the play can go on forever").note(note)
}

/// Converts a function of the language to the compound that it names.
impl FromValue for Compound {
    const EXPECTED: &'static str = "a way of playing games together";

    fn from_value(_: &mut dyn Host, value: Value, slot: Slot) -> Result<Self> {
        let compound = match value {
            Value::Builtin(place, _) => super::row(place).compound,
            _ => None,
        };
        compound.ok_or_else(|| {
            slot.wrong::<Self>(&value).help(
                "`disjunctive`, `diminished_disjunctive`, `conjunctive`, \
                 `continued_conjunctive`, `selective` or `shortened_selective`",
            )
        })
    }
}

/// Components of a compound, their followers, and the measure that decides it.
struct ComponentTable<'h> {
    components: Components<'h>,
    positions: Vec<Component>,
    graph: Digraph,
    keys: Vec<Option<Key>>,
    how: Compound,
    convention: Convention,
    /// Numbers of the components.
    start: Vec<u32>,
}

impl<'h> ComponentTable<'h> {
    fn new(
        host: &'h mut dyn Host,
        how: Compound,
        games: &[Value],
        convention: Convention,
    ) -> Result<Self> {
        if let Some(other) = games.iter().find(|game| !order::is_gamelike(game)) {
            return Err(other.wrong("a game"));
        }
        if let Some(game) = games.iter().find(|game| !both_alike(host, game)) {
            let text = show::value(&host.store(), game)?;
            return Err(Fault::new(
                Code::NotImpartial,
                format!("in {text} the players' moves differ"),
            )
            .note("each component is looked at by itself only where both have the same moves"));
        }
        let mut components = Components::new(host);
        let budget = components.store().budget().clone();
        let roots =
            games.iter().map(|game| components.component(game)).collect::<Result<Vec<_>>>()?;
        let explored = explore(roots.iter().cloned(), &budget, |play| -> Result<_> {
            if !components.is_impartial(play) {
                return Err(Fault::new(Code::NotImpartial, "play leads to a partizan game"));
            }
            components.moves(play, Player::Left)
        });
        let (graph, positions) = explored?;
        let keys = keys(&graph, how, convention, &budget).map_err(upstar_core::Error::from)?;
        // The first positions are the components, without repetition.
        let numbers: rustc_hash::FxHashMap<&Component, u32> = positions.iter().zip(0..).collect();
        let start = roots.iter().filter_map(|root| numbers.get(root).copied()).collect();
        Ok(ComponentTable { components, positions, graph, keys, how, convention, start })
    }

    fn outcome(&self, components: &[u32]) -> Result<Outcome> {
        let keys: Vec<_> = components.iter().map(|&v| self.keys[v as usize].clone()).collect();
        outcome(self.how, self.convention, &keys).map_err(|why| match why {
            NoTheory::Endless => {
                endless("who wins this compound is known when each of its games must end")
            }
            NoTheory::MisereSum => Fault::new(
                Code::WrongType,
                "a sum in misère play does not follow from one answer about each component",
            ),
            other => Fault::new(Code::WrongType, other.to_string()),
        })
    }

    fn value(&mut self, vertex: u32) -> Result<Value> {
        self.components.value(&self.positions[vertex as usize])
    }
}

fn winning_moves(
    host: &mut dyn Host,
    how: Compound,
    games: &[Value],
    convention: Convention,
) -> Result<Value> {
    let mut table = ComponentTable::new(host, how, games, convention)?;
    let budget = table.components.store().budget().clone();
    let mut winning = Vec::new();
    if table.outcome(&table.start)? != Outcome::N {
        return Value::list(winning);
    }
    let counts: Vec<usize> = table.start.iter().map(|&v| table.graph.successors(v).len()).collect();
    for choice in table.how.moves(&counts, &budget).map_err(upstar_core::Error::from)? {
        budget.step()?;
        let moved = |(&v, pick): (&u32, Option<usize>)| {
            pick.map_or(v, |pick| table.graph.successors(v)[pick])
        };
        let after: Vec<u32> = table.start.iter().zip(choice).map(moved).collect();
        if table.outcome(&after)? == Outcome::P {
            let components = after.iter().map(|&v| table.value(v)).collect::<Result<_>>()?;
            winning.push(Value::list(components)?);
        }
    }
    Value::list(winning)
}
