//! The lab's own server: quinn speaks its QUIC, and h3 its HTTP/3.

use towline_origin::quic::{self, DATAGRAM_BYTES};
use towline_origin::run;
use towline_origin::stack::Stack;
use towline_origin::versions::LIBRARIES;

/// One thread: how the work is spread over processors is not to make a difference.
#[tokio::main(flavor = "current_thread")]
async fn main() {
    run(Stack {
        program: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        libraries: &LIBRARIES,
        // hyper's h2 and quinn both send a piece of each stream in turn.
        scheduling: "round robin over streams, priorities ignored",
        by_priority: Some(
            "h2: round robin over streams, priorities ignored; h3: RFC 9218, changes of priority ignored",
        ),
        datagram_bytes: DATAGRAM_BYTES,
        listen: quic::listen,
    })
    .await
}
