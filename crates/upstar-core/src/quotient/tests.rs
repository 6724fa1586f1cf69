//! Quotients agree with play.
