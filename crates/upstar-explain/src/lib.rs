//! What is said about games: why a value is what it is, how a match goes on, and what other programs are given.

pub mod explain;
pub mod outside;
pub mod play;

use upstar_syntax::{self as syntax, diagnostic, source};
use upstar_values::{picture, resolve, value};
