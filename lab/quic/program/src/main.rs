//! QUIC connections for a survey: `towline-quic` reads what to do from standard input and reports on standard output
//! (`frames`). One process makes all connections of a worker, each with limits of its own on what a peer may have it keep.
//! It ends when standard input does.

mod config;
mod connection;
mod ending;
mod frames;
mod handshake_seen;
mod listening;
mod long_header;
mod parameters;
mod socket;
mod streams;
mod traffic;
mod verifier;

use std::collections::HashMap;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::exit;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::pipe;
use tokio::sync::mpsc::{Receiver, UnboundedSender, channel, unbounded_channel};
use towline_process::failure::{Failure, abort_on_panic};
use towline_process::versions::version_line;

use crate::config::Shared;
use crate::frames::{Command, Request, next_request};

const USAGE: i32 = 64;
const LIBRARIES: [&str; 3] = ["quinn-proto", "rustls", "tokio"];
/// Reports that wait for the survey to read: then no connection takes packets, and QUIC's flow control holds its peer.
const WAITING_REPORTS: usize = 256;
const READ_BYTES: usize = 64 * 1024;

/// One thread: the survey's worker, which it serves, has one too.
#[tokio::main(flavor = "current_thread")]
async fn main() {
    abort_on_panic();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {}
        ["--version"] => {
            println!("{}", version_line(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"), &LIBRARIES));
            return;
        }
        _ => {
            eprintln!("usage: towline-quic | towline-quic --version");
            exit(USAGE);
        }
    }
    if let Err(failure) = serve().await {
        failure.end(env!("CARGO_PKG_NAME"));
    }
    // The program does not wait for the connections.
    exit(0);
}

async fn serve() -> Result<(), Failure> {
    let unusable = |error: io::Error| Failure::unavailable("standard input or output", error);
    let input = pipe::Receiver::from_owned_fd_unchecked(never_blocking(&io::stdin()).map_err(unusable)?);
    let output = pipe::Sender::from_owned_fd_unchecked(never_blocking(&io::stdout()).map_err(unusable)?);
    let mut input = input.map_err(unusable)?;
    let (reports, waiting) = channel(WAITING_REPORTS);
    tokio::spawn(write_reports(output.map_err(unusable)?, waiting));
    let mut connections: HashMap<u32, UnboundedSender<Command>> = HashMap::new();
    let mut shared: Option<Arc<Shared>> = None;
    let mut buffer = BytesMut::with_capacity(READ_BYTES);
    while input.read_buf(&mut buffer).await.map_err(unusable)? > 0 {
        let broken = |why: String| Failure::unavailable("standard input", why);
        while let Some(request) = next_request(&mut buffer).map_err(broken)? {
            match request {
                Request::Roots(pem) => shared = Some(Arc::new(Shared::new(&pem).map_err(broken)?)),
                Request::Open(id, open) => {
                    let shared =
                        shared.clone().ok_or("a connection before the roots".to_string()).map_err(broken)?;
                    let (sender, commands) = unbounded_channel();
                    connections.insert(id, sender);
                    tokio::spawn(connection::run(id, open, shared, commands, reports.clone()));
                }
                Request::Of(id, command) => {
                    let is_last = matches!(command, Command::Close { .. });
                    if let Some(connection) = connections.get(&id) {
                        // One that has ended has said so.
                        let _ = connection.send(command);
                    }
                    if is_last {
                        connections.remove(&id);
                    }
                }
            }
        }
        buffer.reserve(READ_BYTES);
    }
    Ok(())
}

async fn write_reports(mut output: pipe::Sender, mut waiting: Receiver<Bytes>) {
    let mut batch = Vec::new();
    let mut joined = BytesMut::new();
    while waiting.recv_many(&mut batch, WAITING_REPORTS).await > 0 {
        batch.drain(..).for_each(|report| joined.extend_from_slice(&report));
        if output.write_all_buf(&mut joined).await.is_err() {
            // The survey is gone.
            exit(0);
        }
    }
}

/// A copy of a standard stream that does not block. Node makes sockets of its pipes; FIONBIO serves for either.
fn never_blocking(stream: &impl AsFd) -> io::Result<OwnedFd> {
    let socket = UnixStream::from(stream.as_fd().try_clone_to_owned()?);
    socket.set_nonblocking(true)?;
    Ok(socket.into())
}
