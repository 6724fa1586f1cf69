//! The values of all boards of Domineering with four rows and five columns, on all cores.

use std::collections::HashMap;

use cgt::grid::small_bit_grid::SmallBitGrid;
use cgt::short::partizan::games::domineering::Domineering;
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;
use rayon::prelude::*;

fn main() {
    let table = ParallelTranspositionTable::new();
    let value = |board: u64| {
        let grid = SmallBitGrid::from_number(5, 4, board).unwrap();
        Domineering::new(grid).canonical_form(&table).to_string()
    };
    let values: Vec<String> = (0..1 << 20).into_par_iter().map(value).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for value in &values {
        *counts.entry(value).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    println!("{} values", counts.len());
    for (value, count) in counts.iter().take(3) {
        println!("{value}: {count}");
    }
}
