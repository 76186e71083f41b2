//! The lab's server with another stack of QUIC and HTTP/3: Cloudflare's quiche. Files, HTTP/1.1 and HTTP/2 are those of
//! towline-origin.

mod connection;
mod endpoint;
mod fields;
mod priority;
mod reply;
mod settings;

use towline_origin::run;
use towline_origin::stack::Stack;

use crate::settings::DATAGRAM_BYTES;

/// One thread: how the work is spread over processors is not to make a difference.
#[tokio::main(flavor = "current_thread")]
async fn main() {
    run(Stack {
        program: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        libraries: &["quiche", "boring", "hyper", "h2", "rustls", "tokio"],
        scheduling: "HTTP/2: round robin over streams, priorities ignored; HTTP/3: RFC 9218",
        by_priority: None,
        datagram_bytes: DATAGRAM_BYTES as u16,
        listen: endpoint::listen,
    })
    .await
}
