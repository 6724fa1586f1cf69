//! All tests that use the program from outside, in one binary.

// A test that cannot go on has failed.
#![allow(clippy::unwrap_used)]

#[expect(clippy::disallowed_methods, reason = "tests read files")]
mod addresses;
mod analyses;
mod arguments;
mod certificates;
#[expect(clippy::disallowed_methods, reason = "tests read and write files")]
mod cli;
mod code;
mod coins;
mod collections;
mod docs;
mod domains;
mod drawings;
#[expect(clippy::disallowed_methods, reason = "tests read the environment")]
mod editors;
mod elsewhere;
mod explain;
mod explained;
mod exploring;
mod functions;
mod functions_in_rules;
mod goals;
mod graphs;
mod help;
mod house;
mod how;
#[expect(clippy::disallowed_methods, reason = "tests write files if asked")]
mod layout;
#[expect(clippy::disallowed_methods, reason = "tests read the environment")]
mod length;
mod library;
mod links;
mod loopy;
mod naive;
mod oldest_rust;
mod outside;
#[expect(clippy::disallowed_methods, reason = "tests compare files")]
mod pictures;
mod play;
mod readback;
mod rebinding;
mod sessions;
mod signs;
mod speed;
mod suggestions;
mod suite;
mod sums;
#[expect(clippy::disallowed_methods, reason = "tests read files")]
mod support;
mod sweeps;
mod tables;
mod tokens;

mod wordings;
