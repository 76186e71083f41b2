//! The hash of a request's body, read as a stream: a page's own uploads are not kept.

use bytes::Buf;
use ring::digest::{Context, SHA256};

pub struct Hashing {
    context: Context,
    is_empty: bool,
}

impl Hashing {
    pub fn new() -> Self {
        Self { context: Context::new(&SHA256), is_empty: true }
    }

    pub fn add(&mut self, mut part: impl Buf) {
        while part.has_remaining() {
            let chunk = part.chunk();
            self.is_empty = false;
            self.context.update(chunk);
            let bytes = chunk.len();
            part.advance(bytes);
        }
    }

    /// Hexadecimal; None of a body without bytes.
    pub fn finish(self) -> Option<String> {
        if self.is_empty {
            return None;
        }
        let digest = self.context.finish();
        Some(digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect())
    }
}
