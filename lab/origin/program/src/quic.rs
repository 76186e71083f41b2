//! HTTP/3 over QUIC.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use h3::error::{Code, ConnectionError, StreamError};
use h3::server::{RequestResolver, RequestStream};
use quinn::congestion::{BbrConfig, ControllerFactory, CubicConfig, NewRenoConfig};
use quinn::crypto::rustls::QuicServerConfig;
use quinn::{Endpoint, ServerConfig, TokenLog, TokenReuseError, TransportConfig, ValidationTokenConfig};
use tokio::task::JoinSet;
use towline_process::frame_limit::LONGEST_BYTES;

use crate::acknowledged::{Watching, all_acknowledged};
use crate::answer::Answers;
use crate::config::{Config, CongestionControl, Protocol, SlowStart};
use crate::failure::Failure;
use crate::hints::SendHints;
use crate::opening::Opening;
use crate::own_streams::origin_frame;
use crate::paced::Cut;
use crate::priority::Priority;
use crate::ranked_streams::{self, Connection, Ranks};
use crate::request_body::Hashing;
use crate::sessions::of_one_connection;
use crate::slow_start::{SlowStartConfig, Then};
use crate::tcp::next_connection;
use crate::tls::{self, Certificates};
use crate::via::{Transport, Via};
use crate::window_seen::WindowSeen;

/// Payload of every full datagram from the first on: what IPv6 and UDP leave of Ethernet's 1,500 bytes. Without a search
/// for the path's size a packet is as long in one load as in the next, and about as long as one of TCP.
pub const DATAGRAM_BYTES: u16 = 1_452;

type Error = Box<dyn std::error::Error + Send + Sync>;

fn server_config(
    config: &Config,
    certificates: &Certificates,
    at: SocketAddr,
) -> Result<QuicServer, Failure> {
    let tls = tls::server_config(config, &[Protocol::Http3], certificates.at(config, at))?;
    let mut server = ServerConfig::with_crypto(Arc::new(crypto(tls.clone())?));
    let mut tokens = ValidationTokenConfig::default();
    // A client that has one may be answered at length before its handshake is over, so that its load is another than a first
    // one: those get one that get tickets.
    tokens.sent(if config.session_tickets && config.follows_connections() { 2 } else { 0 });
    tokens.log(Arc::new(UsedAgain));
    server.validation_token_config(tokens);
    let mut transport = TransportConfig::default();
    transport
        .max_concurrent_bidi_streams(config.streams().into())
        .initial_mtu(DATAGRAM_BYTES)
        .min_mtu(DATAGRAM_BYTES)
        .mtu_discovery_config(None)
        // A link must see every packet: offload hands it bursts as one.
        .enable_segmentation_offload(false)
        .congestion_controller_factory(Arc::new(Watching(Arc::new(WindowSeen::new(controller(config))))));
    server.transport_config(Arc::new(transport));
    let followed = config.follows_connections().then(|| Followed {
        tls,
        has_early_data: config.early_data,
        is_said: config.connections_said,
    });
    Ok(QuicServer { server, followed })
}

fn crypto(tls: rustls::ServerConfig) -> Result<QuicServerConfig, Failure> {
    QuicServerConfig::try_from(tls).map_err(|error| Failure::unavailable("QUIC", error))
}

pub struct QuicServer {
    server: ServerConfig,
    /// None: how a connection was opened is nobody's concern.
    followed: Option<Followed>,
}

struct Followed {
    tls: rustls::ServerConfig,
    has_early_data: bool,
    is_said: bool,
}

/// The lab's clients are its own: a token that comes twice does no harm.
struct UsedAgain;

impl TokenLog for UsedAgain {
    fn check_and_insert(&self, _: u128, _: SystemTime, _: Duration) -> Result<(), TokenReuseError> {
        Ok(())
    }
}

fn controller(config: &Config) -> Arc<dyn ControllerFactory + Send + Sync> {
    let window = config.window_bytes(DATAGRAM_BYTES);
    let has_hystart = config.slow_start == SlowStart::HyStart;
    match config.congestion_control() {
        CongestionControl::Cubic if has_hystart => {
            Arc::new(SlowStartConfig { initial_window: window, then: Then::Cubic })
        }
        CongestionControl::Reno if has_hystart => {
            Arc::new(SlowStartConfig { initial_window: window, then: Then::Reno })
        }
        CongestionControl::Cubic => {
            let mut cubic = CubicConfig::default();
            cubic.initial_window(window);
            Arc::new(cubic)
        }
        CongestionControl::Reno => {
            let mut reno = NewRenoConfig::default();
            reno.initial_window(window);
            Arc::new(reno)
        }
        CongestionControl::Bbr => {
            let mut bbr = BbrConfig::default();
            bbr.initial_window(window);
            Arc::new(bbr)
        }
    }
}

pub fn listen(
    config: &Config,
    certificates: &Certificates,
    at: SocketAddr,
    answers: Arc<Answers>,
) -> Result<(), Failure> {
    let server = server_config(config, certificates, at)?;
    let endpoint = Endpoint::server(server.server.clone(), at)
        .map_err(|error| Failure::unavailable(format_args!("udp {at}"), error))?;
    let frame = if config.origin_frame {
        origin_frame(config.hosts.iter().map(|host| host.name.as_str()))
    } else {
        Bytes::new()
    };
    tokio::spawn(serve(endpoint, server, at, answers, config.priorities, frame));
    Ok(())
}

/// `at` is where the endpoint listens.
async fn serve(
    endpoint: Endpoint,
    server: QuicServer,
    at: SocketAddr,
    answers: Arc<Answers>,
    priorities: bool,
    frame: Bytes,
) {
    let server = Arc::new(server);
    while let Some(incoming) = endpoint.accept().await {
        let (server, answers, frame) = (Arc::clone(&server), Arc::clone(&answers), frame.clone());
        tokio::spawn(async move {
            let peer = incoming.remote_address();
            if let Err(error) = connection(incoming, &server, at, answers, priorities, frame).await {
                eprintln!("towline-origin: {peer} (QUIC): {error}");
            }
        });
    }
}

/// The connection, whose handshake is over unless early data is taken, and how it was opened where that is followed.
async fn open(
    incoming: quinn::Incoming,
    QuicServer { server, followed }: &QuicServer,
) -> Result<(quinn::Connection, Option<Arc<Opening>>), Error> {
    let Some(Followed { tls, has_early_data, is_said }) = followed else {
        return Ok((incoming.await?, None));
    };
    let opening = Opening::new(incoming.remote_address(), Protocol::Http3, !is_said);
    let is_resumed = Arc::new(AtomicBool::new(false));
    let mut own = server.clone();
    let one = of_one_connection(tls, Arc::clone(&is_resumed));
    own.crypto = Arc::new(crypto(one).map_err(|failure| failure.message)?);
    let mut connecting = incoming.accept_with(Arc::new(own))?;
    if !has_early_data {
        let quic = connecting.await?;
        opening.is_resumed.store(is_resumed.load(Ordering::Acquire), Ordering::Release);
        opening.is_done.store(true, Ordering::Release);
        return Ok((quic, Some(Arc::new(opening))));
    }
    // A first flight is of several datagrams: until the last of them is read nothing is known of the client.
    connecting.handshake_data().await?;
    let (quic, done) = connecting.into_0rtt().map_err(|_| "a server's handshake is always usable")?;
    opening.is_resumed.store(is_resumed.load(Ordering::Acquire), Ordering::Release);
    let opening = Arc::new(opening);
    let noted = Arc::clone(&opening);
    tokio::spawn(async move {
        done.await;
        noted.is_done.store(true, Ordering::Release);
    });
    Ok((quic, Some(opening)))
}

async fn connection(
    incoming: quinn::Incoming,
    server: &QuicServer,
    at: SocketAddr,
    answers: Arc<Answers>,
    priorities: bool,
    frame: Bytes,
) -> Result<(), Error> {
    let (quic, opening) = open(incoming, server).await?;
    let ranks = Ranks::default();
    let transport = Connection::new(quic.clone(), ranks.clone(), frame);
    // No grease: its bytes differ from load to load.
    let mut http = h3::server::builder()
        .send_grease(false)
        .max_field_section_size(LONGEST_BYTES)
        .build::<_, Bytes>(transport)
        .await?;
    let via = Via { connection: next_connection(), at, transport: Transport::Quic };
    // They end with the connection.
    let mut exchanges = JoinSet::new();
    loop {
        while exchanges.try_join_next().is_some() {}
        let resolver = match http.accept().await {
            Ok(Some(resolver)) => resolver,
            Ok(None) => return Ok(()),
            // A fault of the client, or of this program.
            Err(error @ ConnectionError::Local { .. }) => return Err(error.into()),
            // The client has left: a browser closes abruptly.
            Err(_) => return Ok(()),
        };
        let (answers, quic, opening) = (Arc::clone(&answers), quic.clone(), opening.clone());
        let ranks = priorities.then(|| ranks.clone());
        exchanges.spawn(async move {
            // Else the client has left, or reset the stream, and the rest of the response is of no use.
            if let Err(error @ StreamError::StreamError { .. }) =
                exchange(resolver, via, answers, opening, &quic, ranks).await
            {
                eprintln!("towline-origin: a stream (QUIC): {error}");
            }
        });
    }
}

async fn exchange(
    resolver: RequestResolver<Connection, Bytes>,
    via: Via,
    answers: Arc<Answers>,
    opening: Option<Arc<Opening>>,
    quic: &quinn::Connection,
    ranks: Option<Ranks>,
) -> Result<(), StreamError> {
    let (request, mut stream) = resolver.resolve_request().await?;
    let (request, ()) = request.into_parts();
    if let Some(ranks) = ranks {
        let id = stream.id();
        ranks.set(id, Priority::of(&request.headers).rank(id.into_inner()));
    }
    let mut hashing = Hashing::new();
    if answers.reads_requests() {
        while let Some(part) = stream.recv_data().await? {
            hashing.add(part);
        }
    }
    let Ok(response) = answers.to(via, opening.as_deref(), &request, hashing.finish(), &mut stream).await
    else {
        stream.stop_stream(Code::H3_INTERNAL_ERROR);
        return Ok(());
    };
    let (head, mut body) = response.into_parts();
    stream.send_response(http::Response::from_parts(head, ())).await?;
    while let Some(part) = body.next().await {
        match part {
            Ok(part) => stream.send_data(part).await?,
            Err(Cut) => {
                all_acknowledged(quic).await;
                stream.stop_stream(Code::H3_INTERNAL_ERROR);
                return Ok(());
            }
        }
    }
    stream.finish().await
}

impl SendHints for RequestStream<ranked_streams::RequestStream, Bytes> {
    async fn send(&mut self, hints: http::Response<()>) {
        // A stream that is gone says so when the response is sent.
        let _ = self.send_response(hints).await;
    }
}
