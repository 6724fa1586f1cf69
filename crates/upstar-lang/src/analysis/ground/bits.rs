//! Rules on positions that are written as cells, with bits for the cells that moves write.
//!
//! Knows: guards, and games of cells of the core. Must not know: expressions.

use rustc_hash::FxHashMap;
use upstar_core::Rational;
use upstar_core::board::Symbol;
use upstar_core::cells::{
    Bits, CellGame, CellPoints, CellScore, Condition, Field, Move, Node, PaidMove,
};

use super::guards::{Cube, Guard, Guards};
use super::layout::Layout;
use super::lift::cubes_of;
use super::points::{Points, unit};
use super::states::{Found, Updates};
use crate::analysis::integer;
use crate::syntax::ast::Ending;
use crate::value::Value;

/// Most cubes of a condition; others are diagrams.
const MOST_CUBES: usize = 12;
/// A ruleset on positions that are written as cells.
#[derive(Debug)]
pub struct CellRules {
    layout: Layout,
    places: Vec<Place>,
    /// The moves.
    pub game: CellGame,
    /// Conditions under which play has ended, in the order of the declaration.
    pub goals: Vec<(Ending, Condition)>,
    /// The same moves with what they gain, and the other rules about points, if the ruleset is about points.
    pub points: Option<CellPoints>,
    /// How many units of these points are one point.
    units: i64,
    /// The parameter that is the points so far, and how many these were in the first position.
    tally: Option<(usize, i64)>,
    /// The number of bits of a position.
    pub bits: u32,
}

/// Where a cell is.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// In these bits.
    Bits(Field),
    /// Nowhere: it always has this state.
    Constant(Symbol),
}

impl CellRules {
    /// The bits of a position; `None` if it is not written in this way.
    pub fn write(&self, arguments: &[Value]) -> Option<Bits> {
        if let Some((place, first)) = self.tally {
            let mut arguments = arguments.to_vec();
            arguments[place] = Value::integer(first);
            return self.write_all(&arguments);
        }
        self.write_all(arguments)
    }

    /// A number of points in units, if it is a multiple of them.
    pub fn in_units(&self, points: &Rational) -> Option<i64> {
        (points * &Rational::from(self.units)).to_i64()
    }

    /// Points in units as a number.
    pub fn points_of(&self, units: i64) -> Rational {
        let points = Rational::from(units).checked_div(&Rational::from(self.units));
        points.expect("a point has at least one unit")
    }

    /// The points so far in a position, in units.
    pub fn tally(&self, arguments: &[Value]) -> Option<i64> {
        let Some((place, _)) = self.tally else { return Some(0) };
        integer(&arguments[place])?.checked_mul(self.units)
    }

    fn write_all(&self, arguments: &[Value]) -> Option<Bits> {
        let mut bits = 0;
        for (place, state) in self.places.iter().zip(self.layout.write(arguments)?) {
            match place {
                Place::Bits(field) => bits |= Bits::from(state) << field.shift,
                Place::Constant(always) => (*always == state).then_some(())?,
            }
        }
        Some(bits)
    }

    /// The arguments of the position with these bits.
    pub fn read(&self, bits: Bits) -> Option<Vec<Value>> {
        let state = |place: &Place| match place {
            Place::Bits(field) => (bits >> field.shift) as Symbol & ((1 << field.width) - 1),
            Place::Constant(state) => *state,
        };
        self.layout.read(&self.places.iter().map(state).collect::<Vec<_>>())
    }
}
/// The rules, with bits for the cells that moves write.
pub(super) fn written(
    layout: Layout,
    start: &[Symbol],
    Found { moves, goals, points, tally }: &Found,
    guards: &mut Guards,
) -> Option<CellRules> {
    let states = layout.states();
    let mut is_written = vec![false; states.len()];
    for (update, _) in moves.iter().flatten() {
        update.writes.iter().for_each(|(cell, _)| is_written[*cell] = true);
        update.computed.iter().for_each(|(cell, _)| is_written[*cell] = true);
    }
    let (mut places, mut bits) = (Vec::new(), 0);
    for (cell, states) in states.iter().enumerate() {
        places.push(if is_written[cell] && *states > 1 {
            let width = (states - 1).ilog2() + 1;
            let field = Field { shift: u8::try_from(bits).ok()?, width: width as u8 };
            bits += width;
            if bits > Bits::BITS {
                return None;
            }
            Place::Bits(field)
        } else {
            Place::Constant(start[cell])
        });
    }
    let mut writer = Writer {
        guards,
        places: &places,
        nodes: Vec::new(),
        numbers: FxHashMap::default(),
        unit: 1,
    };
    let (unit, units) = unit(points.iter().flat_map(|points| {
        let gains = moves.iter().flatten().flat_map(|(update, _)| &update.pays);
        gains.chain(&points.terms).map(|(_, n)| *n).chain([points.base])
    }));
    writer.unit = unit;
    let [left, right] = moves;
    let moves = [writer.moves(left)?, writer.moves(right)?];
    let goal = |(ending, guard): &(Ending, Guard)| Some((*ending, writer.condition(*guard)?));
    let goals = goals.iter().map(goal).collect::<Option<_>>()?;
    let rules = match points {
        Some(points) => Some(writer.points(points)?),
        None => None,
    };
    let nodes = writer.nodes;
    let points =
        rules.map(|(turn, score)| CellPoints::new(&moves, turn.as_ref(), &score, (&nodes, bits)));
    let plain = |side: Vec<PaidMove>| side.into_iter().map(|each| each.change).collect();
    let game = CellGame::new(moves.map(plain), nodes);
    // Where play about points may return, the search by the rules finds out.
    if points.as_ref().is_some_and(|points| !points.ends() && !game.ends()) {
        return None;
    }
    Some(CellRules { layout, places, game, goals, points, units, tally: *tally, bits })
}

/// Writer of conditions on bits.
struct Writer<'p> {
    guards: &'p mut Guards,
    places: &'p [Place],
    nodes: Vec<Node>,
    /// The numbers of the nodes of guards.
    numbers: FxHashMap<Guard, u32>,
    /// Points are multiples of this.
    unit: i64,
}

impl Writer<'_> {
    fn moves(&mut self, updates: &Updates) -> Option<Vec<PaidMove>> {
        let mut moves = Vec::with_capacity(updates.len());
        for (update, guard) in updates {
            let when = self.condition(*guard)?;
            if matches!(&when, Condition::Cubes(cubes) if cubes.is_empty()) {
                continue;
            }
            let (mut clear, mut set) = (0, 0);
            for (cell, state) in &update.writes {
                if let Place::Bits(field) = self.places[*cell] {
                    let after = Bits::from(*state) << field.shift;
                    clear |= mask(field) & !after;
                    set |= after;
                }
            }
            let mut computed = Vec::new();
            for (cell, states) in &update.computed {
                let Place::Bits(field) = self.places[*cell] else { continue };
                for bit in 0..field.width {
                    let mut guard = Guard::NEVER;
                    for (_, of_state) in states.iter().filter(|(state, _)| state >> bit & 1 != 0) {
                        guard = self.guards.or(guard, *of_state)?;
                    }
                    computed.push((1 << (field.shift + bit), self.condition(guard)?));
                }
            }
            let change = Move { when, clear, set, computed: computed.into() };
            moves.push(PaidMove { change, pays: self.payments(&update.pays)? });
        }
        Some(moves)
    }

    /// Where it is Left's turn, if the rules say it, and the score.
    fn points(&mut self, points: &Points) -> Option<(Option<Condition>, CellScore)> {
        let turn = match points.turn {
            Some(guard) => Some(self.condition(guard)?),
            None => None,
        };
        let terms = self.payments(&points.terms)?;
        let base = points.base / self.unit;
        Some((turn, CellScore { base, terms }))
    }

    fn payments(&mut self, payments: &[(Guard, i64)]) -> Option<Vec<(Condition, i64)>> {
        let unit = self.unit;
        payments.iter().map(|(guard, n)| Some((self.condition(*guard)?, n / unit))).collect()
    }

    /// A guard as a condition on bits.
    fn condition(&mut self, guard: Guard) -> Option<Condition> {
        if guard.is_never() {
            return Some(Condition::Cubes([].into()));
        }
        if let Some(cubes) = cubes_of(self.guards, guard)
            && let Some(cubes) = self.cubes(&cubes)
        {
            return Some(Condition::Cubes(cubes.into()));
        }
        Some(match self.diagram(guard)? {
            0 => Condition::Cubes([].into()),
            1 => Condition::Cubes([(0, 0)].into()),
            node => Condition::Diagram(node),
        })
    }

    /// Cubes of bits; `None` if there are many.
    fn cubes(&self, cubes: &[Cube]) -> Option<Vec<(Bits, Bits)>> {
        let mut found: Vec<(Bits, Bits)> = Vec::new();
        for cube in cubes {
            let mut ways: Vec<(Bits, Bits)> = vec![(0, 0)];
            for &(cell, symbols) in cube {
                match self.places[cell] {
                    Place::Constant(state) if symbols >> state & 1 != 0 => {}
                    Place::Constant(_) => ways.clear(),
                    Place::Bits(field) => {
                        let states = (0..64).filter(|state| symbols >> state & 1 != 0);
                        let states: Vec<Bits> =
                            states.map(|state: u32| Bits::from(state)).collect();
                        let longer = ways.iter().flat_map(|(asked, value)| {
                            states.iter().map(move |state| {
                                (asked | mask(field), value | state << field.shift)
                            })
                        });
                        ways = longer.take(MOST_CUBES + 1).collect();
                    }
                }
            }
            for way in ways {
                if !found.contains(&way) {
                    found.push(way);
                }
            }
            if found.len() > MOST_CUBES {
                return None;
            }
        }
        Some(found)
    }

    /// The number of the node of a guard.
    fn diagram(&mut self, guard: Guard) -> Option<u32> {
        let Some((cell, branches)) = self.guards.asked(guard) else {
            return Some(u32::from(!guard.is_never()));
        };
        if let Some(&known) = self.numbers.get(&guard) {
            return Some(known);
        }
        let branches = branches.to_vec();
        let of_state = |state: u32| {
            branches.iter().find(|(symbols, _)| symbols >> state & 1 != 0).map(|(_, next)| *next)
        };
        let number = match self.places[cell] {
            Place::Constant(state) => self.diagram(of_state(state.into())?)?,
            Place::Bits(field) => {
                let mut next = Vec::new();
                for state in 0..1 << field.width {
                    next.push(of_state(state).map_or(Some(0), |next| self.diagram(next))?);
                }
                self.guards.spend(next.len())?;
                self.nodes.push(Node { cell: field, next: next.into() });
                u32::try_from(self.nodes.len()).ok()? + 1
            }
        };
        self.numbers.insert(guard, number);
        Some(number)
    }
}

fn mask(field: Field) -> Bits {
    ((1 << field.width) - 1) << field.shift
}
