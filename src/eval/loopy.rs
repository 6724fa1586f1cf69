//! Nimbers of impartial positions that can repeat: the graph of all that follows a position.
//!
//! A vertex of the graph is a whole sum, since values of sums of positions without an end are
//! known only when those of the positions are.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use upstar_core::impartial::{LoopyNimber, explore, loopy_nimbers};
use upstar_core::position::{Part as Component, Rules};
use upstar_core::{Error, Player};

use super::Machine;
use super::places::Place;
use crate::diagnostic::Code;
use crate::value::host::Host;
use crate::value::{Fault, Position, Result};

/// Sums that are looked at have no more places together.
const MOST_PLACES: usize = 1 << 23;

/// Values of places that can repeat, and of what follows them.
pub(super) type Loopy = FxHashMap<Place, LoopyNimber>;

/// A sum: the numbers of its places in order, and a nimber.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Vertex {
    places: Vec<u32>,
    star: u32,
}

/// Why there is no graph.
enum Stop {
    Fault(Fault),
    /// Something that follows is not impartial.
    Mixed,
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Fault(fault)
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Fault(error.into())
    }
}

/// The places met so far.
#[derive(Default)]
struct Met {
    places: Vec<Place>,
    numbers: FxHashMap<Place, u32>,
    /// Where moves lead from each, once asked.
    options: Vec<Option<Rc<[Vertex]>>>,
}

impl Met {
    fn number(&mut self, place: Place) -> u32 {
        *self.numbers.entry(place).or_insert_with_key(|place| {
            self.places.push(place.clone());
            self.options.push(None);
            self.places.len() as u32 - 1
        })
    }
}

impl Machine<'_> {
    /// The nimber of an impartial position, whether play ends or not.
    pub(super) fn nimber_or_loop(
        &mut self,
        position: &Rc<Position>,
    ) -> Result<Option<LoopyNimber>> {
        if !Host::is_impartial(self, position) {
            return Ok(None);
        }
        if let Some(known) = self.world.loopy.get(&Place::Position(position.clone())) {
            return Ok(Some(known.clone()));
        }
        let repeats = match self.position_nimber(position) {
            Err(fault) if fault.code() == Code::Repeats => fault,
            other => return Ok(other?.map(LoopyNimber::Finite)),
        };
        let mut total = LoopyNimber::Finite(0);
        for part in self.parts(position, false)? {
            let nimber = match part {
                Component::Value(game) => {
                    self.world.store().as_nimber(game).map(LoopyNimber::Finite)
                }
                Component::Position(place) | Component::Negative(place) => {
                    self.one_deeper(|machine| machine.in_its_graph(place))?
                }
            };
            match nimber {
                Some(nimber) => total = total.plus(&nimber),
                None => return Err(repeats),
            }
        }
        Ok(Some(total))
    }

    /// The value of a place by the graph of all that follows; nothing when that is not impartial.
    fn in_its_graph(&mut self, place: Place) -> Result<Option<LoopyNimber>> {
        if let Some(known) = self.world.loopy.get(&place) {
            return Ok(Some(known.clone()));
        }
        let budget = self.budget.clone();
        let mut met = Met::default();
        let root = Vertex { places: vec![met.number(place)], star: 0 };
        let (mut looked_at, mut places) = (0u64, 0);
        let graph = explore([root], &budget, |vertex| {
            looked_at += 1;
            places += vertex.places.len();
            if places > MOST_PLACES {
                return Err(Stop::Fault(endless(looked_at)));
            }
            self.moves_in_sum(&mut met, vertex)
        });
        let (graph, vertices) = match graph {
            Ok(found) => found,
            Err(Stop::Mixed) => return Ok(None),
            Err(Stop::Fault(fault)) if fault.is_exhaustion() => {
                return Err(fault.note(format!(
                    "{looked_at} positions have been looked at, and there are more: perhaps there \
                     is no end of them"
                )));
            }
            Err(Stop::Fault(fault)) => return Err(fault),
        };
        let values = loopy_nimbers(&graph, &budget).map_err(Error::from)?;
        let answer = values.first().cloned();
        for (vertex, value) in vertices.into_iter().zip(values) {
            if let Vertex { places, star: 0 } = &vertex
                && let [place] = places[..]
            {
                self.world.loopy.insert(met.places[place as usize].clone(), value);
            }
        }
        Ok(answer)
    }

    /// Where moves lead from a sum.
    fn moves_in_sum(
        &mut self,
        met: &mut Met,
        vertex: &Vertex,
    ) -> std::result::Result<Vec<Vertex>, Stop> {
        let mut all: Vec<Vertex> =
            (0..vertex.star).map(|star| Vertex { star, ..vertex.clone() }).collect();
        for (at, &place) in vertex.places.iter().enumerate() {
            if at > 0 && vertex.places[at - 1] == place {
                continue;
            }
            for option in self.options_in_sums(met, place)?.iter() {
                self.budget.step().map_err(Error::from)?;
                let mut places = vertex.places.clone();
                places.remove(at);
                places.extend(&option.places);
                places.sort_unstable();
                all.push(Vertex { places, star: vertex.star ^ option.star });
            }
        }
        Ok(all)
    }

    /// Where moves lead from a place.
    fn options_in_sums(
        &mut self,
        met: &mut Met,
        number: u32,
    ) -> std::result::Result<Rc<[Vertex]>, Stop> {
        if let Some(known) = &met.options[number as usize] {
            return Ok(known.clone());
        }
        let place = met.places[number as usize].clone();
        if !Rules::is_impartial(self, &place) {
            return Err(Stop::Mixed);
        }
        let mut all = Vec::new();
        for sum in Rules::options(self, &place, Player::Left)? {
            let mut vertex = Vertex { places: Vec::new(), star: 0 };
            for part in sum {
                match part {
                    Component::Position(place) | Component::Negative(place) => {
                        vertex.places.push(met.number(place));
                    }
                    Component::Value(game) => {
                        let nimber = self.world.store().as_nimber(game).ok_or(Stop::Mixed)?;
                        vertex.star ^= nimber;
                    }
                }
            }
            vertex.places.sort_unstable();
            all.push(vertex);
        }
        let all: Rc<[Vertex]> = all.into();
        met.options[number as usize] = Some(all.clone());
        Ok(all)
    }
}

fn endless(looked_at: u64) -> Fault {
    let message = format!("{looked_at} positions have been looked at, and there are more");
    Fault::new(Code::TooLarge, message).note("perhaps there is no end of them")
}
