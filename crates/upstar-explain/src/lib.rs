//! Certificates, explanations of values, matches against the machine, and values as data for other programs.

pub mod certify;
pub mod explain;
pub mod outside;
pub mod play;

use upstar_syntax::{self as syntax, diagnostic, source};
use upstar_values::{picture, resolve, value};
