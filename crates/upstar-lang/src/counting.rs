//! Allocator that counts the bytes in use.
//!
//! A program that limits memory uses it as its global allocator, and passes the count to
//! `Budget::with_meter`.
//!
//! Knows: a counter for each thread. Must not know: limits.
//!
//! With one counter for all, two threads that made lists of options were no faster than one. A counter that only one thread
//! writes needs no locked addition either, which took a good part of the time of searches that make many lists. Threads after
//! the first thousand share counters.

#![expect(unsafe_code, reason = "the interface of allocators is unsafe")]

use std::alloc::{GlobalAlloc, Layout};
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering::Relaxed};

use upstar_core::shared::CachePadded;

/// Counters that one thread writes each, and those that the other threads share.
const OWN: usize = 1008;
const SHARED: usize = 16;

/// Counters of bytes. Memory can be freed by another thread, so a counter may be negative.
static COUNTS: [CachePadded<AtomicIsize>; OWN + SHARED] =
    [const { CachePadded(AtomicIsize::new(0)) }; OWN + SHARED];

/// How many threads have a counter.
static THREADS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static PLACE: usize = match THREADS.fetch_add(1, Relaxed) {
        own @ ..OWN => own,
        number => OWN + number % SHARED,
    };
}

/// The place of the counter of this thread. Needs neither memory nor a destructor.
#[inline]
fn place() -> usize {
    PLACE.with(|place| *place)
}

/// Allocator that counts the bytes allocated by another one.
#[derive(Debug)]
pub struct Counting<A>(pub A);

impl<A> Counting<A> {
    /// Number of bytes in use.
    pub fn allocated(&self) -> u64 {
        let threads = THREADS.load(Relaxed);
        let shared = if threads > OWN { &COUNTS[OWN..] } else { &[] };
        let counters = COUNTS[..threads.min(OWN)].iter().chain(shared);
        let sum: isize = counters.map(|counter| counter.0.load(Relaxed)).sum();
        u64::try_from(sum).unwrap_or(0)
    }

    /// Number of bytes that this thread has allocated and not freed, if it is one of the first thousand; otherwise together
    /// with others. 0 if it has freed more than it has allocated.
    pub fn allocated_here(&self) -> u64 {
        u64::try_from(COUNTS[place()].0.load(Relaxed)).unwrap_or(0)
    }
}

#[inline]
fn count(bytes: isize) {
    let place = place();
    let counter = &COUNTS[place].0;
    if place < OWN {
        counter.store(counter.load(Relaxed).wrapping_add(bytes), Relaxed);
    } else {
        counter.fetch_add(bytes, Relaxed);
    }
}

/// Bytes of a layout; none is larger than `isize::MAX`.
#[inline]
fn size(layout: Layout) -> isize {
    layout.size() as isize
}

// SAFETY: every call is passed on unchanged, and so is its result. Counting does not allocate: the number
// of the counter needs neither memory nor a destructor.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Counting<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let place = unsafe { self.0.alloc(layout) };
        count(if place.is_null() { 0 } else { size(layout) });
        place
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let place = unsafe { self.0.alloc_zeroed(layout) };
        count(if place.is_null() { 0 } else { size(layout) });
        place
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        let new = unsafe { self.0.realloc(place, layout, new_size) };
        count(if new.is_null() { 0 } else { new_size as isize - size(layout) });
        new
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { self.0.dealloc(place, layout) };
        count(-size(layout));
    }
}
