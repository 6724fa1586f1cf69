//! The engine of Upstar behind a protocol of JSON messages, for the browser.
//!
//! A page writes a request into the memory of the instance ([`upstar_alloc`]), asks for its answer
//! ([`upstar_request`]), and reads as many bytes as [`upstar_reply_len`] says. `web/README.md` describes the
//! messages.

#![expect(
    unsafe_code,
    reason = "what is exported and imported has names that nothing else may have"
)]

mod answers;
mod documents;
mod engine;
mod exercises;
mod host;
mod lessons;
mod matches;
mod pieces;
mod shelf;
mod statements;

use std::cell::RefCell;

pub use engine::{Engine, VERSION};

/// State of the exported functions: one engine, and the texts of requests and replies.
#[derive(Default)]
struct Instance {
    engine: Option<Engine>,
    request: Vec<u8>,
    reply: String,
}

thread_local! {
    static INSTANCE: RefCell<Instance> = RefCell::default();
}

/// Allocates a request of `bytes` bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn upstar_alloc(bytes: usize) -> *mut u8 {
    INSTANCE.with_borrow_mut(|instance| {
        instance.request = vec![0; bytes];
        instance.request.as_mut_ptr()
    })
}

/// Answers the request that stands where [`upstar_alloc`] said, and returns the place of the reply. It
/// stays there until the next request.
#[unsafe(no_mangle)]
pub extern "C" fn upstar_request() -> *const u8 {
    INSTANCE.with_borrow_mut(|instance| {
        let request = std::mem::take(&mut instance.request);
        let engine = instance.engine.get_or_insert_with(|| {
            host::report_panics();
            Engine::new()
        });
        instance.reply = engine.answer(&request);
        instance.reply.as_ptr()
    })
}

/// Number of bytes of the last reply.
#[unsafe(no_mangle)]
pub extern "C" fn upstar_reply_len() -> usize {
    INSTANCE.with_borrow(|instance| instance.reply.len())
}
