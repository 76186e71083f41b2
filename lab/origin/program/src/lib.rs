//! Serves one set of files over HTTP/1.1, HTTP/2 and HTTP/3 with the same code, so that what differs between two loads
//! is the protocol. `PROGRAM CONFIG.json`; what it settled on is printed on standard output once it serves. The programs of
//! lab/stacks are the same but for what speaks QUIC.

mod acknowledged;
pub mod answer;
mod asked;
pub mod config;
mod early;
pub mod facts;
pub mod hints;
mod http2;
mod hystart;
mod ladder;
mod likeness;
mod opening;
mod outflow;
mod own_streams;
pub mod paced;
mod peers;
mod priority;
pub mod quic;
mod ranked_streams;
mod recorded;
mod replay;
mod replayed;
mod request_body;
mod sessions;
mod site;
mod slow_start;
pub mod stack;
mod target;
pub mod tcp;
pub mod tls;
pub mod via;
mod window_seen;

use std::path::Path;
use std::process::exit;
use std::sync::Arc;

use towline_process::{lines, order_file, stop};

pub use towline_process::versions;

use crate::answer::Answers;
use crate::config::{Config, Protocol};
use crate::facts::Facts;
use crate::failure::abort_on_panic;
use crate::lines::say;
use crate::peers::Peers;
use crate::stack::Stack;
use crate::tcp::TcpServer;
use crate::tls::{Certificates, TlsOverTcp};
use crate::versions::version_line;

pub use crate::failure::Failure;
pub use towline_process::failure;

const USAGE: i32 = 64;

/// Runs as a program's `main`. It never returns.
pub async fn run(stack: Stack) -> ! {
    abort_on_panic();
    let Some(argument) = std::env::args().nth(1) else {
        eprintln!("usage: {} CONFIG.json | --version", stack.program);
        exit(USAGE);
    };
    if argument == "--version" {
        println!("{}", version_line(stack.program, stack.version, stack.libraries));
        exit(0);
    }
    if let Err(failure) = serve(Path::new(&argument), &stack).await {
        failure.end(stack.program);
    }
    // The program does not wait for the connections.
    exit(0);
}

async fn serve(file: &Path, stack: &Stack) -> Result<(), Failure> {
    stop::end_with_input();
    let config = Config::read(file)?;
    let answers = Answers::read(&config, &format!("{}/{}", stack.program, stack.version))?;
    let facts = Facts::new(&config, &answers.served(), stack);
    start(&config, answers, stack)?;
    say(&facts).map_err(Failure::output)?;
    stop::signalled().await
}

/// Listens everywhere; what is accepted is served by tasks of its own.
fn start(config: &Config, answers: Arc<Answers>, stack: &Stack) -> Result<(), Failure> {
    let clear = TcpServer {
        answers: Arc::clone(&answers),
        peers: Arc::new(Peers::default()),
        tls: None,
        max_concurrent_streams: config.streams(),
        follows_connections: config.follows_connections(),
        says_connections: config.connections_said,
    };
    let certificates = Certificates::read(config)?;
    let over_tcp = [Protocol::Http1, Protocol::Http2];
    let secure = match over_tcp.iter().any(|protocol| config.offers(*protocol)) {
        true => {
            Some(TcpServer { tls: Some(Arc::new(TlsOverTcp::new(config, &certificates)?)), ..clear.clone() })
        }
        false => None,
    };
    for at in config.http_sockets() {
        tokio::spawn(clear.clone().serve(tcp::listen(at)?));
    }
    for at in config.https_sockets() {
        if let Some(secure) = &secure {
            tokio::spawn(secure.clone().serve(tcp::listen(at)?));
        }
        if config.offers(Protocol::Http3) {
            (stack.listen)(config, &certificates, at, Arc::clone(&answers))?;
        }
    }
    Ok(())
}
