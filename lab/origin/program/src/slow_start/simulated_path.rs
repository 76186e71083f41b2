//! One response over QUIC between two connections of quinn, over a path whose time is simulated: what it shows depends on no
//! machine's load.

use std::collections::VecDeque;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::BytesMut;
use quinn::congestion::ControllerFactory;
use quinn_proto::crypto::rustls::{QuicClientConfig, QuicServerConfig};
use quinn_proto::{
    ClientConfig, Connection, ConnectionHandle, DatagramEvent, Dir, Endpoint, EndpointConfig, Event,
    ServerConfig, StreamEvent, TransportConfig, VarInt,
};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig as TlsClient, RootCertStore, ServerConfig as TlsServer};

const SEED: [u8; 32] = [7; 32];

/// The same in both directions.
#[derive(Clone, Copy)]
pub struct Path {
    pub mbps: f64,
    pub rtt: Duration,
    pub queue_packets: usize,
}

#[derive(Debug)]
pub struct Outcome {
    /// Packets of the server that found the queue full.
    pub dropped: usize,
    /// Time from the first packet to the last byte.
    pub took: Duration,
}

/// A bottleneck with a queue that drops at its end, and half of the round trip behind it.
struct Direction {
    path: Path,
    departures: VecDeque<Instant>,
    arrivals: VecDeque<(Instant, BytesMut)>,
    dropped: usize,
}

impl Direction {
    fn new(path: Path) -> Self {
        Self { path, departures: VecDeque::new(), arrivals: VecDeque::new(), dropped: 0 }
    }

    fn send(&mut self, now: Instant, datagram: &[u8]) {
        while self.departures.front().is_some_and(|at| *at <= now) {
            self.departures.pop_front();
        }
        if self.departures.len() > self.path.queue_packets {
            self.dropped += 1;
            return;
        }
        let taken = Duration::from_secs_f64(datagram.len() as f64 * 8.0 / (self.path.mbps * 1e6));
        let departure = self.departures.back().map_or(now, |last| *last) + taken;
        self.departures.push_back(departure);
        self.arrivals.push_back((departure + self.path.rtt / 2, BytesMut::from(datagram)));
    }
}

struct Peer {
    endpoint: Endpoint,
    connection: Option<(ConnectionHandle, Connection)>,
    remote: SocketAddr,
}

impl Peer {
    fn hear(&mut self, now: Instant, datagram: BytesMut) {
        let mut response = Vec::new();
        match self.endpoint.handle(now, self.remote, None, None, datagram, &mut response) {
            Some(DatagramEvent::NewConnection(incoming)) => {
                self.connection = self.endpoint.accept(incoming, now, &mut response, None).ok();
            }
            Some(DatagramEvent::ConnectionEvent(_, event)) => {
                if let Some((_, connection)) = &mut self.connection {
                    connection.handle_event(event);
                }
            }
            _ => {}
        }
    }

    fn speak(&mut self, now: Instant, way: &mut Direction) {
        let Some((handle, connection)) = &mut self.connection else { return };
        if connection.poll_timeout().is_some_and(|due| due <= now) {
            connection.handle_timeout(now);
        }
        while let Some(event) = connection.poll_endpoint_events() {
            if let Some(event) = self.endpoint.handle_event(*handle, event) {
                connection.handle_event(event);
            }
        }
        let mut datagram = Vec::new();
        while let Some(transmit) = connection.poll_transmit(now, 1, &mut datagram) {
            way.send(now, &datagram[..transmit.size]);
            datagram.clear();
        }
    }

    fn events(&mut self) -> Vec<Event> {
        let Some((_, connection)) = &mut self.connection else { return Vec::new() };
        std::iter::from_fn(|| connection.poll()).collect()
    }

    fn due(&mut self) -> Option<Instant> {
        self.connection.as_mut().and_then(|(_, connection)| connection.poll_timeout())
    }
}

/// The server sends so many bytes as soon as it is connected.
pub fn load(
    factory: Arc<dyn ControllerFactory + Send + Sync>,
    path: Path,
    bytes: usize,
    mtu: u16,
) -> Outcome {
    let start = Instant::now();
    let (mut client, mut server) = peers(factory, mtu, start);
    let (mut up, mut down) = (Direction::new(path), Direction::new(path));
    let (mut now, mut left) = (start, bytes);
    while left > 0 {
        client.speak(now, &mut up);
        server.speak(now, &mut down);
        let next = [
            up.arrivals.front().map(|(at, _)| *at),
            down.arrivals.front().map(|(at, _)| *at),
            client.due(),
            server.due(),
        ];
        now = next.into_iter().flatten().min().expect("something is under way").max(now);
        while up.arrivals.front().is_some_and(|(at, _)| *at <= now) {
            up.arrivals.pop_front().into_iter().for_each(|(_, datagram)| server.hear(now, datagram));
        }
        while down.arrivals.front().is_some_and(|(at, _)| *at <= now) {
            down.arrivals.pop_front().into_iter().for_each(|(_, datagram)| client.hear(now, datagram));
        }
        if server.events().iter().any(|event| matches!(event, Event::Connected)) {
            write(&mut server, bytes);
        }
        for event in client.events() {
            left -= received(&mut client, event);
        }
    }
    Outcome { dropped: down.dropped, took: now - start }
}

fn write(server: &mut Peer, bytes: usize) {
    let (_, connection) = server.connection.as_mut().expect("it is connected");
    let stream = connection.streams().open(Dir::Uni).expect("the client lets one be opened");
    assert_eq!(connection.send_stream(stream).write(&vec![0; bytes]), Ok(bytes));
}

fn received(client: &mut Peer, event: Event) -> usize {
    let (_, connection) = client.connection.as_mut().expect("it has connected");
    let stream = match event {
        Event::Stream(StreamEvent::Opened { dir }) => connection.streams().accept(dir),
        Event::Stream(StreamEvent::Readable { id }) => Some(id),
        _ => None,
    };
    let Some(stream) = stream else { return 0 };
    let mut sum = 0;
    if let Ok(mut chunks) = connection.recv_stream(stream).read(true) {
        while let Ok(Some(chunk)) = chunks.next(usize::MAX) {
            sum += chunk.bytes.len();
        }
        let _ = chunks.finalize();
    }
    sum
}

fn peers(factory: Arc<dyn ControllerFactory + Send + Sync>, mtu: u16, now: Instant) -> (Peer, Peer) {
    let certificate = CertificateDer::from_slice(include_bytes!("certificate.der"));
    let key = PrivateKeyDer::try_from(include_bytes!("key.der").as_slice()).expect("it is a key");
    let mut roots = RootCertStore::empty();
    roots.add(certificate.clone()).expect("it is a certificate");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = TlsClient::builder_with_provider(Arc::clone(&provider))
        .with_protocol_versions(&[&rustls::version::TLS13])
        .expect("ring has TLS 1.3")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let mut config = ClientConfig::new(Arc::new(QuicClientConfig::try_from(tls).expect("it is of TLS 1.3")));
    config.transport_config(Arc::new(transport(mtu)));
    let served = TlsServer::builder_with_provider(provider)
        .with_protocol_versions(&[&rustls::version::TLS13])
        .expect("ring has TLS 1.3")
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .expect("they fit together");
    let mut serving =
        ServerConfig::with_crypto(Arc::new(QuicServerConfig::try_from(served).expect("it is of TLS 1.3")));
    let mut own = transport(mtu);
    own.congestion_controller_factory(factory);
    serving.transport_config(Arc::new(own));
    let at = |port| SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port);
    let endpoint = |serving| Endpoint::new(Arc::new(EndpointConfig::default()), serving, false, Some(SEED));
    let mut client = Peer { endpoint: endpoint(None), connection: None, remote: at(2) };
    client.connection = client.endpoint.connect(now, config, at(2), "path.test").ok();
    (client, Peer { endpoint: endpoint(Some(Arc::new(serving))), connection: None, remote: at(1) })
}

fn transport(mtu: u16) -> TransportConfig {
    let mut transport = TransportConfig::default();
    transport
        .initial_mtu(mtu)
        .min_mtu(mtu)
        .mtu_discovery_config(None)
        .stream_receive_window(VarInt::from_u32(u32::MAX >> 2))
        .enable_segmentation_offload(false);
    transport
}
