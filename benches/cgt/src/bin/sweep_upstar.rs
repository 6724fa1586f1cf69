//! The values of all boards of Domineering with four rows and five columns, on all cores.

use upstar_core::board::{Rules, Turns};
use upstar_core::{Error, Solver};

fn main() -> Result<(), Error> {
    let rules =
        Rules::grid(".#")?.left(".|.", "#|#", Turns::None)?.right("..", "##", Turns::None)?;
    let counts = Solver::new(rules).boards(4, 5)?.counts()?;
    println!("{} values", counts.len());
    for (value, count) in counts.iter().take(3) {
        println!("{value}: {count}");
    }
    Ok(())
}
