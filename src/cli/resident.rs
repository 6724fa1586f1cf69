//! Memory that the program really holds, beside what it has allocated.
//!
//! Knows: how the system says it. Must not know: limits.
//!
//! A limit of memory is a promise about the resident memory of the process. The count of what is allocated leaves out
//! the program itself, what the allocator holds for later, and pages of which little is used: a fifth to a half of the
//! count. So the system is asked from time to time how much more there is than was counted, and this difference is
//! added until it is asked again.

#[cfg(target_os = "linux")]
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Change of the count after which the system is asked again.
const CHANGE: u64 = 1 << 20;

/// Most bytes that are added, besides half of the count: after much has been freed, the allocator holds it for a
/// while, and can use it again.
const MOST: u64 = 32 << 20;

/// Count when the system was asked last, and how much more there was.
static COUNTED: AtomicU64 = AtomicU64::new(0);
static BEYOND: AtomicU64 = AtomicU64::new(0);

/// Bytes that the process holds, of which it has counted some.
pub fn used(counted: u64) -> u64 {
    let last = COUNTED.load(Relaxed);
    if last == 0 || counted.abs_diff(last) >= CHANGE {
        // Threads that ask at once may each store what they found: one is as good as the other.
        COUNTED.store(counted.max(1), Relaxed);
        let resident = resident().unwrap_or(0);
        BEYOND.store(resident.saturating_sub(counted), Relaxed);
    }
    counted.saturating_add(BEYOND.load(Relaxed).min(counted / 2 + MOST))
}

/// Bytes of the process that are in memory, where the system says it.
#[cfg(target_os = "linux")]
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    pages.checked_mul(page_size()?)
}

/// Bytes of a page, from the values that the system gives to each program.
#[cfg(target_os = "linux")]
fn page_size() -> Option<u64> {
    /// Key of the size of a page.
    const PAGE_SIZE: usize = 6;
    static SIZE: OnceLock<Option<u64>> = OnceLock::new();
    *SIZE.get_or_init(|| {
        let bytes = std::fs::read("/proc/self/auxv").ok()?;
        let word = |bytes: &[u8]| Some(usize::from_ne_bytes(bytes.try_into().ok()?));
        let mut pairs = bytes.chunks_exact(2 * size_of::<usize>());
        let size = pairs.find_map(|pair| {
            let (key, value) = pair.split_at(size_of::<usize>());
            (word(key)? == PAGE_SIZE).then(|| word(value))?
        })?;
        u64::try_from(size).ok()
    })
}

#[cfg(not(target_os = "linux"))]
fn resident() -> Option<u64> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn resident_memory_is_what_the_system_says() {
        let block = vec![1_u8; 64 << 20];
        let bytes = resident().unwrap();
        assert!(bytes > 64 << 20 && bytes < 64 << 30, "{bytes}");
        assert!(page_size().unwrap().is_power_of_two());
        drop(block);
    }

    #[test]
    fn what_is_added_is_bounded() {
        let block = vec![1_u8; 200 << 20];
        for counted in [0, 1 << 20, 100 << 20, 1 << 30] {
            let used = used(counted);
            assert!(used >= counted && used <= counted + counted / 2 + MOST, "{counted}: {used}");
        }
        drop(block);
    }
}
