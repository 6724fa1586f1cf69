//! Thermographs and stops of loopy games.
//!
//! Knows: the graph to use, of a bracket as typed or of positions, and messages for games without a
//! thermograph.
//! Must not know: how walls are computed.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use upstar_core::loopy::thermo::{self, Level, LoopyThermograph, ThermalError};
use upstar_core::loopy::{self as core, GameValue, Graph, Loopy};
use upstar_core::{Player, Rational};

use super::bracket::graph;
use super::typed::Node;
use crate::diagnostic::Code;
use crate::syntax::ast::LoopyName;
use crate::value::host::Host;
use crate::value::{Fault, Result, Value, moves, show};

/// Most vertices of a graph of positions with a thermograph.
const MOST_POSITIONS: usize = 20_000;
/// Most positions of a cycle that are shown.
const SHOWN: usize = 8;

/// Vertex of a graph, and the positions at its vertices.
struct PositionGraph {
    graph: Graph,
    vertex: u32,
    names: FxHashMap<u32, Value>,
}

/// Thermograph of a loopy game, with a komaster or none: of a stopper by its value, of other games by the
/// rule of ko, on the graph of a bracket as typed or of a position.
///
/// # Errors
/// When there is none, or a limit is passed.
pub fn thermograph(host: &mut dyn Host, value: &Value, komaster: Option<Player>) -> Result<Value> {
    let (store, worth) = (host.store(), super::worth(host, value)?);
    let loopy = match worth {
        GameValue::Short(game) => {
            return Ok(Value::Thermograph(upstar_core::thermograph(&store, game)?));
        }
        GameValue::Loopy(loopy) => loopy,
    };
    let endless = is_dud(&GameValue::Loopy(loopy.clone()));
    let place = match loopy {
        Loopy::Stopper(_) => None,
        Loopy::Sided(..) => place(host, value)?,
    };
    let found = match &place {
        Some(place) => thermo::thermograph(&store, &place.graph, place.vertex, komaster),
        None => thermo::thermograph_of(&store, &loopy),
    };
    let names = place.map(|place| place.names).unwrap_or_default();
    found.map(of_thermograph).map_err(|error| fault(host, error, &names, endless))
}

/// Thermograph as a value: as that of a short game if it is one.
fn of_thermograph(graph: LoopyThermograph) -> Value {
    match graph.as_short() {
        Some(short) => Value::Thermograph(Arc::new(short)),
        None => Value::LoopyThermograph(Arc::new(graph)),
    }
}

/// Stop when a player starts: of a stopper a number, a number with `over` or `under`, `on` or `off`; of a
/// ko the result by its rule.
///
/// # Errors
/// When that is not determined, or a limit is passed.
pub fn stop(host: &mut dyn Host, value: &Value, starts: Player) -> Result<Value> {
    let (store, worth) = (host.store(), super::worth(host, value)?);
    if worth.is_stopper() {
        return Ok(Value::of_worth(&store, core::stop(&store, &worth, starts)?));
    }
    let Some(place) = place(host, value)? else {
        return Err(fault(host, ThermalError::OnlySides, &FxHashMap::default(), is_dud(&worth)));
    };
    let walls = thermo::walls(&store, &place.graph, place.vertex, None)
        .map_err(|error| fault(host, error, &place.names, false))?;
    match walls[usize::from(starts == Player::Right)].at(&Rational::ZERO) {
        Level::At(number) => Ok(Value::Number(number)),
        Level::On => Ok(super::named(&store, LoopyName::On)),
        Level::Off => Ok(super::named(&store, LoopyName::Off)),
    }
}

/// Graph of a bracket as typed, or of a position.
fn place(host: &mut dyn Host, value: &Value) -> Result<Option<PositionGraph>> {
    match value {
        Value::LoopyBracket(bracket) => {
            let (graph, places) = graph(host, bracket.nodes())?;
            let vertex = places[bracket.root() as usize];
            Ok(Some(PositionGraph { graph, vertex, names: FxHashMap::default() }))
        }
        Value::Position(_) | Value::Sum(_) => of_positions(host, value).map(Some),
        _ => Ok(None),
    }
}

/// Graph of the positions that follow a position or a sum. Options of other kinds are values.
fn of_positions(host: &mut dyn Host, root: &Value) -> Result<PositionGraph> {
    let store = host.store();
    let mut values = vec![root.clone()];
    let mut places: FxHashMap<Value, u32> = FxHashMap::default();
    places.insert(root.clone(), 0);
    let mut nodes: Vec<Node> = Vec::new();
    while let Some(value) = values.get(nodes.len()).cloned() {
        store.budget().step()?;
        if !matches!(value, Value::Position(_) | Value::Sum(_)) {
            nodes.push(Node::Value(value));
            continue;
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            for option in moves::moves(host, &value, player)? {
                let next = values.len() as u32;
                let place = *places.entry(option.clone()).or_insert(next);
                if place == next {
                    values.push(option);
                }
                side.push(place);
            }
        }
        if values.len() > MOST_POSITIONS {
            let message = format!("more than {MOST_POSITIONS} positions follow");
            return Err(Fault::new(Code::TooLarge, message));
        }
        nodes.push(Node::Bracket(sides));
    }
    let (graph, vertices) = graph(host, &nodes)?;
    let vertex = vertices[0];
    Ok(PositionGraph { graph, vertex, names: vertices.into_iter().zip(values).collect() })
}

/// Whether the sides are `on` and `off`.
fn is_dud(worth: &GameValue) -> bool {
    matches!(worth, GameValue::Loopy(loopy) if core::named::is_dud(loopy))
}

/// Fault of a game without a thermograph.
fn fault(
    host: &dyn Host,
    error: ThermalError,
    names: &FxHashMap<u32, Value>,
    endless: bool,
) -> Fault {
    if let ThermalError::Core(error) = error {
        return error.into();
    }
    let fault = Fault::new(Code::Loopy, error.to_string());
    match &error {
        ThermalError::Endless { cycle } => match shown(host, cycle, names) {
            Some(cycle) => fault.note(format!("the cycle: {cycle}")),
            None => fault.note("a ko is a cycle of two: a move that could be taken back at once"),
        },
        ThermalError::EndlessThreats { cycle, .. } => {
            let fault = fault.note("the theory of komasters is about one ko at a time");
            match shown(host, cycle, names) {
                Some(cycle) => fault.note(format!("the cycle: {cycle}")),
                None => fault,
            }
        }
        ThermalError::Cold { vertex } => {
            let fault = fault.note("thermographs of games with kos begin at temperature 0");
            match shown(host, &[*vertex], names) {
                Some(position) => fault.note(format!("that is so in {position}")),
                None => fault,
            }
        }
        ThermalError::OnlySides if endless => {
            fault.note("either player can go on in it forever, so it has no stops and no mean")
        }
        ThermalError::OnlySides => fault.help(
            "type the game as a bracket, such as `a: <1||a|0>`, or ask about a position: kos of \
             different shapes have the same sides",
        ),
        ThermalError::Hyperactive { .. } => {
            fault.help("say who has more ko threats: `mean(G, Left)`, `thermograph(G, Right)`")
        }
        ThermalError::NoMast { .. } => fault.note("a move is worth making at every temperature"),
        _ => fault,
    }
}

/// Some positions of a cycle as text, if all are known.
fn shown(host: &dyn Host, cycle: &[u32], names: &FxHashMap<u32, Value>) -> Option<String> {
    let store = host.store();
    let text = |vertex: &u32| show::value(&store, names.get(vertex)?).ok();
    let shown: Option<Vec<String>> = cycle.iter().take(SHOWN).map(text).collect();
    let more = if cycle.len() > SHOWN { ", ..." } else { "" };
    shown.map(|shown| shown.join(", ") + more)
}
