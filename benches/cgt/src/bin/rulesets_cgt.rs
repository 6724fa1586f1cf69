//! Toads and Frogs, and Cram, as rulesets of one's own.

use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;

#[derive(Clone, PartialEq, Eq, Hash)]
struct ToadsAndFrogs(String);

impl ToadsAndFrogs {
    fn moves(&self, rules: [(&str, &str); 2]) -> Vec<Self> {
        let mut moves = Vec::new();
        for (from, after) in rules {
            for (at, _) in self.0.match_indices(from) {
                let mut next = self.0.clone();
                next.replace_range(at..at + from.len(), after);
                moves.push(ToadsAndFrogs(next));
            }
        }
        moves
    }
}

impl PartizanGame for ToadsAndFrogs {
    fn left_moves(&self) -> Vec<Self> {
        self.moves([("T.", ".T"), ("TF.", ".FT")])
    }

    fn right_moves(&self) -> Vec<Self> {
        self.moves([(".F", "F."), (".TF", "FT.")])
    }
}

/// Rows, columns, and the cells that are taken, as bits.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Cram(u8, u8, u64);

impl Cram {
    fn moves(&self) -> Vec<Self> {
        let Cram(rows, columns, taken) = *self;
        let cell = |row, column| 1u64 << (row * columns + column);
        let mut moves = Vec::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
        {
            let right = (column + 1 < columns).then(|| cell(row, column) | cell(row, column + 1));
            let below = (row + 1 < rows).then(|| cell(row, column) | cell(row + 1, column));
            for domino in [right, below].into_iter().flatten().filter(|domino| taken & domino == 0)
            {
                moves.push(Cram(rows, columns, taken | domino));
            }
        }
        moves
    }
}

// The trait for impartial games has no table, and takes hours; so it is a partizan game here.
impl PartizanGame for Cram {
    fn left_moves(&self) -> Vec<Self> {
        self.moves()
    }

    fn right_moves(&self) -> Vec<Self> {
        self.moves()
    }
}

fn main() {
    let toads = ParallelTranspositionTable::new();
    println!("{}", ToadsAndFrogs("TTTTTTTT..FFFFFFFF".into()).canonical_form(&toads));
    let cram = ParallelTranspositionTable::new();
    println!("{}", Cram(4, 5, 0).canonical_form(&cram));
}
