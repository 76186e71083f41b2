//! Serves one set of files over HTTP/1.1, HTTP/2 and HTTP/3 with the same code, so that what differs between two loads
//! is the protocol. `towline-origin CONFIG.json`; what it settled on is printed on standard output once it serves.

mod acknowledged;
mod answer;
mod config;
mod facts;
mod hints;
mod http2;
mod ladder;
mod likeness;
mod outflow;
mod paced;
mod peers;
mod priority;
mod quic;
mod ranked_streams;
mod replay;
mod replayed;
mod request_body;
mod site;
mod target;
mod tcp;
mod tls;
mod window_seen;

use std::path::Path;
use std::process::exit;
use std::sync::Arc;

use towline_process::{failure, lines, order_file, stop, versions};

use crate::answer::Answers;
use crate::config::{Config, Protocol};
use crate::facts::Facts;
use crate::failure::{Failure, abort_on_panic};
use crate::lines::say;
use crate::peers::Peers;
use crate::tcp::TcpServer;
use crate::tls::{Certificates, TlsOverTcp};
use crate::versions::version_line;

const USAGE: i32 = 64;

/// One thread: how the work is spread over processors is not to make a difference.
#[tokio::main(flavor = "current_thread")]
async fn main() {
    abort_on_panic();
    let Some(argument) = std::env::args().nth(1) else {
        eprintln!("usage: towline-origin CONFIG.json | --version");
        exit(USAGE);
    };
    if argument == "--version" {
        println!("{}", version_line(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")));
        return;
    }
    if let Err(failure) = run(Path::new(&argument)).await {
        eprintln!("towline-origin: {}", failure.message);
        exit(failure.exit_code);
    }
    // Without waiting for the connections.
    exit(0);
}

async fn run(file: &Path) -> Result<(), Failure> {
    stop::end_with_input();
    let config = Config::read(file)?;
    let answers = Answers::read(&config)?;
    let facts = Facts::new(&config, &answers.served());
    start(&config, answers)?;
    say(&facts).map_err(Failure::output)?;
    stop::signalled().await
}

/// Listens everywhere; what is accepted is served by tasks of its own.
fn start(config: &Config, answers: Arc<Answers>) -> Result<(), Failure> {
    let clear = TcpServer {
        answers: Arc::clone(&answers),
        peers: Arc::new(Peers::default()),
        tls: None,
        max_concurrent_streams: config.streams(),
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
            let endpoint = quic::listen(quic::server_config(config, &certificates, at)?, at)?;
            tokio::spawn(quic::serve(endpoint, at, Arc::clone(&answers), config.priorities));
        }
    }
    Ok(())
}
