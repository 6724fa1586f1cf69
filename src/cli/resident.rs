//! Memory that the program holds, beside what it has allocated.
//!
//! Knows: how the system says it. Must not know: limits.
//!
//! The count of what is allocated leaves out what the allocator loses by rounding, what it holds for later, and pages of
//! which little is used: a fifth to two thirds of the count. So the system is asked now and then how much more the
//! process holds than is counted, and this is added until it is asked again. The program itself, as it is when it begins,
//! is left out: it is the same for each limit.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memory_stats::memory_stats;

/// Change of the count after which the system is asked again.
const CHANGE: u64 = 1 << 20;

/// Most bytes that are added, besides half of the count: after much has been freed, the allocator holds it for a while,
/// and uses it again.
const MOST: u64 = 32 << 20;

/// Bytes of the process when it began.
static PROGRAM: AtomicU64 = AtomicU64::new(0);
/// Count when the system was asked last, and how much more there was.
static COUNTED: AtomicU64 = AtomicU64::new(0);
static BEYOND: AtomicU64 = AtomicU64::new(0);

/// Takes what the process holds now for the program itself.
pub(super) fn begin() {
    PROGRAM.store(resident(), Relaxed);
}

/// Lets the system be asked again, after memory was given back.
pub(super) fn ask_again() {
    COUNTED.store(u64::MAX, Relaxed);
}

/// Bytes that the process holds, of which it has counted some.
pub fn used(counted: u64) -> u64 {
    if counted.abs_diff(COUNTED.load(Relaxed)) >= CHANGE {
        // Threads that ask at once may each store what they found: one is as good as the other.
        COUNTED.store(counted, Relaxed);
        let own = resident().saturating_sub(PROGRAM.load(Relaxed));
        BEYOND.store(own.saturating_sub(counted), Relaxed);
    }
    counted.saturating_add(BEYOND.load(Relaxed).min(counted / 2 + MOST))
}

/// Bytes of the process that are in memory; 0 where the system does not say it.
fn resident() -> u64 {
    memory_stats().map_or(0, |memory| memory.physical_mem as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_counted_is_added_within_bounds() {
        let block = vec![1_u8; 200 << 20];
        for counted in [8 << 20, 1 << 30, 0, 100 << 20, 2 << 20] {
            let (used, most) = (used(counted), counted + counted / 2 + MOST);
            assert!(used >= counted && used <= most, "{counted}: {used}");
            if cfg!(target_os = "linux") && counted < 64 << 20 {
                assert_eq!(used, most, "{counted}");
            }
        }
        drop(block);
    }
}
