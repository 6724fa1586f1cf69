//! Toads and Frogs, and Cram, as rulesets of one's own.

use upstar_core::{Error, Hints, Moves, Player, Ruleset, Solver};

struct ToadsAndFrogs;

impl Ruleset for ToadsAndFrogs {
    type Position = String;

    fn moves(&self, strip: &String, player: Player, to: &mut Moves<String>) {
        let rules = match player {
            Player::Left => [("T.", ".T"), ("TF.", ".FT")],
            Player::Right => [(".F", "F."), (".TF", "FT.")],
        };
        for (from, after) in rules {
            for (at, _) in strip.match_indices(from) {
                let mut next = strip.clone();
                next.replace_range(at..at + from.len(), after);
                to.position(next);
            }
        }
    }
}

/// Rows, columns, and the cells that are taken, as bits.
type Board = (u8, u8, u64);

struct Cram;

impl Ruleset for Cram {
    type Position = Board;

    fn moves(&self, &(rows, columns, taken): &Board, _: Player, to: &mut Moves<Board>) {
        let cell = |row, column| 1u64 << (row * columns + column);
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
        {
            let right = (column + 1 < columns).then(|| cell(row, column) | cell(row, column + 1));
            let below = (row + 1 < rows).then(|| cell(row, column) | cell(row + 1, column));
            for domino in [right, below].into_iter().flatten().filter(|domino| taken & domino == 0)
            {
                to.position((rows, columns, taken | domino));
            }
        }
    }

    fn hints(&self) -> Hints {
        Hints::default().impartial().ends()
    }
}

fn main() -> Result<(), Error> {
    let toads = Solver::new(ToadsAndFrogs);
    println!("{}", toads.value("TTTTTTTT..FFFFFFFF")?);
    let cram = Solver::new(Cram);
    println!("{}", cram.nimber(&(4, 5, 0))?);
    Ok(())
}
