//! The matches that the book shows are real: each is played by the program.
