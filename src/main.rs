//! The `upstar` command.

fn main() {}
