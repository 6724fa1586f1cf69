//! Operations on short games beyond sums.

mod ordinal;
