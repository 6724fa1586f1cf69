//! The process in which the command line runs.
//!
//! Must not know: what is done with it.

/// The process that the command line runs in.
#[derive(Debug, Clone, Copy)]
pub struct Process {
    /// Returns the number of bytes that all threads use.
    pub used: fn() -> u64,
    /// Returns the number of bytes allocated by the calling thread.
    pub allocated_here: fn() -> u64,
    /// Gives memory that was freed back to the system.
    pub give_back: fn(),
    /// Whether standard output was not open for writing when the program was started.
    pub output_closed: bool,
}
