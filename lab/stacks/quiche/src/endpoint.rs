//! A socket of UDP, and which of its connections a datagram belongs to.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;

use quiche::{ConnectionId, Header, Type};
use ring::rand::{SecureRandom, SystemRandom};
use tokio::net::UdpSocket;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use towline_origin::Failure;
use towline_origin::answer::Answers;
use towline_origin::config::Config;
use towline_origin::tcp::next_connection;
use towline_origin::tls::Certificates;
use towline_origin::via::{Transport, Via};

use crate::connection::{Connection, Datagram};
use crate::settings;

/// Size of the identifiers that this end chooses, by which it finds connections again.
const ID_BYTES: usize = 16;
const LARGEST_DATAGRAM: usize = 65_535;
/// Datagrams that may wait for their connection; further ones are lost, as in a socket that is full.
const QUEUE: usize = 1_024;

type Routes = HashMap<ConnectionId<'static>, Sender<Datagram>>;

pub fn listen(
    config: &Config,
    _: &Certificates,
    at: SocketAddr,
    answers: Arc<Answers>,
) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::unavailable(format_args!("udp {at}"), error);
    let socket = std::net::UdpSocket::bind(at).map_err(failed)?;
    socket.set_nonblocking(true).map_err(failed)?;
    let endpoint = Endpoint {
        socket: Arc::new(UdpSocket::from_std(socket).map_err(failed)?),
        at,
        quic: settings::quic(config)?,
        http: Arc::new(settings::http(|error| Failure::unavailable("quiche", error))?),
        answers,
        routes: HashMap::new(),
    };
    tokio::spawn(endpoint.serve());
    Ok(())
}

struct Endpoint {
    socket: Arc<UdpSocket>,
    at: SocketAddr,
    quic: quiche::Config,
    http: Arc<quiche::h3::Config>,
    answers: Arc<Answers>,
    /// Routes by the identifiers that clients may name: the one that they made up for their first packets, and ours.
    routes: Routes,
}

impl Endpoint {
    async fn serve(mut self) {
        let mut buffer = vec![0; LARGEST_DATAGRAM];
        loop {
            match self.socket.recv_from(&mut buffer).await {
                Ok((bytes, from)) => self.take(&mut buffer[..bytes], from).await,
                Err(error) => eprintln!("towline-quiche: udp {}: {error}", self.at),
            }
        }
    }

    async fn take(&mut self, bytes: &mut [u8], from: SocketAddr) {
        // Bytes that are no packet of QUIC get no answer.
        let Ok(header) = Header::from_slice(bytes, ID_BYTES) else { return };
        let datagram = Datagram { bytes: bytes.to_vec(), from };
        if let Some(route) = self.routes.get(&header.dcid) {
            let _ = route.try_send(datagram);
        } else if header.ty == Type::Initial {
            match quiche::version_is_supported(header.version) {
                true => self.accept(header.dcid, datagram),
                false => self.refuse_version(&header, from).await,
            }
        }
    }

    fn accept(&mut self, first_id: ConnectionId<'static>, datagram: Datagram) {
        let mut id = [0; ID_BYTES];
        if SystemRandom::new().fill(&mut id).is_err() {
            return;
        }
        let id = ConnectionId::from_vec(id.to_vec());
        let from = datagram.from;
        let quic = match quiche::accept(&id, None, self.at, from, &mut self.quic) {
            Ok(quic) => quic,
            Err(error) => return eprintln!("towline-quiche: {from}: {error}"),
        };
        let (route, datagrams): (Sender<Datagram>, Receiver<Datagram>) = channel(QUEUE);
        let _ = route.try_send(datagram);
        self.routes.retain(|_, route| !route.is_closed());
        self.routes.insert(first_id, route.clone());
        self.routes.insert(id, route);
        let via = Via { connection: next_connection(), at: self.at, transport: Transport::Quic };
        let socket = Arc::clone(&self.socket);
        let connection =
            Connection::new(quic, Arc::clone(&self.http), socket, via, Arc::clone(&self.answers));
        tokio::spawn(async move {
            if let Err(error) = connection.serve(datagrams).await {
                eprintln!("towline-quiche: {from} (QUIC): {error}");
            }
        });
    }

    async fn refuse_version(&self, header: &Header<'_>, to: SocketAddr) {
        let mut answer = [0; settings::DATAGRAM_BYTES];
        if let Ok(bytes) = quiche::negotiate_version(&header.scid, &header.dcid, &mut answer) {
            // A client that does not get it asks again.
            let _ = self.socket.send_to(&answer[..bytes], to).await;
        }
    }
}
