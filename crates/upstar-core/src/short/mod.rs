//! Operations on short games beyond order and sum.
//!
//! Knows: canonical options of stored games. Must not know: how games are named or played.
//!
//! Operations that depend on the form, such as the compounds, use the canonical form; those of [`Forms`] use
//! the given form.

mod atomic;
mod companion;
mod compounds;
mod days;
mod features;
mod forms;
mod hackenbush;
mod incentives;
mod numbers;
mod ordinal_sum;
mod reduced;

pub use atomic::{atomic_weight, has_atomic_weight, is_atomic};
pub use companion::companion;
pub use compounds::{
    Compound, Pair, compound, compound_of_forms, conjunctive, continued_conjunctive,
    conway_product, selective, sequential, shortened_selective,
};
pub use days::{day, join, meet};
pub use features::{
    ConfusionInterval, Parity, confusion_interval, far_star, followers, is_all_small,
    is_infinitesimal, is_numberish, parity, stop_count, temper,
};
pub use forms::{FormId, Forms};
#[doc(hidden)]
pub use hackenbush::{HackenbushEdge, hackenbush};
pub use incentives::{incentives, incentives_of_both, left_incentives, right_incentives};
pub use numbers::compare_number;
pub use ordinal_sum::{ordinal_product, ordinal_sum, ordinal_sum_of_form, subordinate};
pub use reduced::reduced;
