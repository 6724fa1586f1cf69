//! Names of moves: cells of boards, edges and vertices of graphs, heaps before and after, coins turned.
//!
//! Knows: the difference between a position and the one before it, and the names that distinguish it from
//! all other moves.
//! Must not know: which moves are good, or what was typed.

mod cells;
mod graphs;
mod numbers;
mod parts;

use std::collections::BTreeMap;

use upstar_core::{Player, Rational, Store};

pub(super) use cells::cell_at;
pub use cells::cell_name;
pub(super) use numbers::Heap;
pub(super) use parts::{board, graph, is_negative, unsigned};
pub use parts::{position, summands};

use self::numbers::{MoveNames, compact};
use self::parts::{a_board, a_graph};
use super::rules;
use crate::resolve::tree::PositionKind;
use crate::value::host::Host;
use crate::value::moves::{replaced, term_options};
use crate::value::{Cells, Position, Result, Value, moves as options, show};

/// Move with its name and the position after it.
#[derive(Debug, Clone)]
pub struct NamedMove {
    /// Name of the move, unique among the moves of the position.
    pub name: String,
    /// The position it leads to.
    pub to: Value,
    /// Gain of Max.
    pub gain: Rational,
    /// The summand it is made in, counted from 0.
    pub part: usize,
    /// Other names of it, longer ones and ambiguous ones among them.
    pub(super) others: Vec<String>,
    /// The change of a heap, for a move in a heap.
    pub(super) heap: Option<Heap>,
}

/// Whether the summands are heaps of one ruleset, which need no letters.
pub(super) fn are_heaps(parts: &[Value]) -> bool {
    let mut rulesets = parts.iter().map(|part| numbers::heaps(part).map(|(ruleset, _)| ruleset));
    match rulesets.next().flatten() {
        Some(first) => rulesets.all(|ruleset| ruleset == Some(first)),
        None => false,
    }
}

/// The size of the heap that a summand is.
pub(super) fn heap(value: &Value) -> Option<u64> {
    match numbers::heaps(value)?.1[..] {
        [size] => Some(size),
        _ => None,
    }
}

/// The letter of a summand: `A`, `B`, ...; none when there is one only, or all are heaps.
pub(super) fn letter(parts: &[Value], part: usize) -> Option<String> {
    (parts.len() > 1 && !are_heaps(parts)).then(|| cells::column(part).to_uppercase())
}

/// Moves of a player, each with a unique name.
pub(super) fn moves(host: &mut dyn Host, value: &Value, player: Player) -> Result<Vec<NamedMove>> {
    let store = host.store();
    let parts = summands(value)?;
    let mut moves: Vec<(NamedMove, Vec<String>)> = Vec::new();
    let all = all(host, value, &parts, player)?;
    let pairs = all.iter().all(|one| graphs::takes_pair(&parts[one.part], &one.after));
    for UnnamedMove { part, after, to, gain } in all {
        store.budget().step()?;
        let said = move_names(&store, &parts[part], &after, pairs)?;
        let before = letter(&parts, part).map_or(String::new(), |letter| format!("{letter}:"));
        let mut names: Vec<String> =
            said.names.iter().map(|name| format!("{before}{name}")).collect();
        // The same position may be reached for different gains.
        names.extend((gain != 0).then(|| format!("{} for {gain}", names[0])));
        let (name, others) = (String::new(), Vec::new());
        moves.push((NamedMove { name, to, gain, part, others, heap: said.heap }, names));
    }
    Ok(with_unique_names(moves))
}

/// Returns the options of a player.
struct UnnamedMove {
    /// The summand.
    part: usize,
    /// The summand after the move.
    after: Value,
    /// The whole after the move.
    to: Value,
    gain: Rational,
}

/// Lists the moves: the summand, its position after the move, and the whole.
fn all(
    host: &mut dyn Host,
    value: &Value,
    parts: &[Value],
    player: Player,
) -> Result<Vec<UnnamedMove>> {
    let mut all = Vec::new();
    let mut add = |part, after, to, gain| all.push(UnnamedMove { part, after, to, gain });
    let nothing = || Rational::from(0);
    match value {
        Value::Sum(sum) => {
            for (part, term) in sum.terms().iter().enumerate() {
                for option in term_options(host, term, player)? {
                    let to = replaced(host, sum, part, &option)?;
                    add(part, option, to, nothing());
                }
            }
        }
        Value::Misere(_) => {
            let mut whole = rules::options(host, value, player)?.into_iter();
            for (part, term) in parts.iter().enumerate() {
                for after in options::moves(host, term, player)? {
                    whole.next().into_iter().for_each(|to| add(part, after.clone(), to, nothing()));
                }
            }
        }
        other if matches!(rules::winning_condition(other), rules::WinningCondition::Points(_)) => {
            let gains = rules::gains(host, other, player)?;
            gains.into_iter().for_each(|(to, gain)| add(0, to.clone(), to, gain));
        }
        other => {
            let after = rules::options(host, other, player)?;
            after.into_iter().for_each(|after| add(0, after.clone(), after, nothing()));
        }
    }
    Ok(all)
}

/// Gives each move the shortest name that no other move has. Moves with equal lists of names are the same.
fn with_unique_names(moves: Vec<(NamedMove, Vec<String>)>) -> Vec<NamedMove> {
    let mut level = vec![0; moves.len()];
    loop {
        let mut called: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (n, (_, names)) in moves.iter().enumerate() {
            called.entry(&names[level[n]]).or_default().push(n);
        }
        let mut same = called.values().filter(|those| those.len() > 1).flatten();
        let mut changed = false;
        for &n in &mut same {
            if level[n] + 1 < moves[n].1.len() {
                level[n] += 1;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let mut named: Vec<NamedMove> = Vec::with_capacity(moves.len());
    let mut seen = std::collections::BTreeSet::new();
    for ((mut made, mut names), level) in moves.into_iter().zip(level) {
        made.name = names.swap_remove(level);
        made.others = names;
        if seen.insert(made.name.clone()) {
            named.push(made);
        }
    }
    named
}

/// Returns names of the change from one position to another. When all moves on a graph take away
/// `pairs` of neighbours, they are named by the edge between.
fn move_names(store: &Store, before: &Value, after: &Value, pairs: bool) -> Result<MoveNames> {
    if let Some(said) = numbers::of_heaps(before, after) {
        return Ok(said);
    }
    let mut names = match (position(before), position(after)) {
        (Some(a), Some(b)) if a.ruleset == b.ruleset => of_positions(store, a, b, pairs)?,
        _ => Vec::new(),
    };
    names.push(compact(&show::value(store, after)?));
    Ok(MoveNames { names, heap: None })
}

fn of_positions(
    store: &Store,
    before: &Position,
    after: &Position,
    pairs: bool,
) -> Result<Vec<String>> {
    let coins = matches!(before.ruleset.tree.position, PositionKind::Coins);
    let (a, b) = (before.arguments(), after.arguments());
    let mut changed = a.iter().zip(b).filter(|(a, b)| a != b);
    match (changed.next(), changed.next()) {
        (Some((Value::Board(a), Value::Board(b))), None) if coins => Ok(numbers::of_coins(a, b)),
        (Some((Value::Board(a), Value::Board(b))), None) if same_shape(a, b) => {
            Ok(cells::change_names(a, b))
        }
        (Some((Value::Graph(a), Value::Graph(b))), None) => Ok(graphs::change_names(a, b, pairs)),
        _ => {
            let mut names = Vec::new();
            if let (Some(a), Some(b)) = (a.iter().find_map(a_board), b.iter().find_map(a_board))
                && same_shape(a, b)
                && a != b
            {
                names.extend(cells::change_names(a, b));
            }
            if let (Some(a), Some(b)) = (a.iter().find_map(a_graph), b.iter().find_map(a_graph)) {
                names.extend(graphs::contraction(a, b, numbers::token(before, after)));
            }
            names.extend(numbers::of_tuples(store, a, b)?);
            Ok(names)
        }
    }
}

fn same_shape(a: &Cells, b: &Cells) -> bool {
    a.board.rows() == b.board.rows() && a.board.columns() == b.board.columns()
}
