//! Enumerations: combinatorial objects by their codes, counted before they are listed.
//!
//! Knows: permutations, subsets, partitions, trees and graphs up to isomorphism. An object is found from its code
//! alone, so an enumeration takes no memory, can begin anywhere, and can be sampled. Where no formula
//! unranks the objects, some codes have no object.
//! Must not know: games.
//!
//! ```
//! use upstar_core::Budget;
//! use upstar_core::enumerate::{Graphs, Trees};
//!
//! let budget = Budget::unlimited();
//! assert_eq!(Trees::free(11, &budget)?.count(), 235);
//! let graphs = Graphs::new(4)?;
//! assert_eq!(graphs.count(), 11u32.into());
//! let mut listed = 0;
//! for code in 0..graphs.codes(&budget)? {
//!     listed += usize::from(graphs.at(code, &budget)?.is_some());
//! }
//! assert_eq!(listed, 11);
//! # Ok::<(), upstar_core::Error>(())
//! ```

mod graphs;
mod partitions;
mod selections;
mod trees;

pub use graphs::{Graphs, MOST_VERTICES_OF_GRAPHS};
pub use partitions::{Partitions, most_partitioned};
pub use selections::{binomial, combination, factorial, permutation};
pub use trees::{MOST_VERTICES_OF_TREES, Trees};
