//! One QUIC connection on a UDP socket of its own that is connected, so that ICMP errors are seen.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use bytes::{Bytes, BytesMut};
use quinn_proto::{
    Connection, ConnectionHandle, DatagramEvent, Endpoint, Event, StreamEvent, StreamId, VarInt,
};
use tokio::net::UdpSocket;
use tokio::sync::mpsc::{Sender, UnboundedReceiver};
use tokio::time::sleep_until;

use crate::config::Shared;
use crate::ending::{Ending, Flood};
use crate::frames::{Command, Open, Report};
use crate::handshake_seen::Tickets;
use crate::listening::Seen;
use crate::parameters::transport_parameters;
use crate::socket;
use crate::streams::{self, Read};
use crate::traffic::{Traffic, frames};
use crate::verifier::RecordingVerifier;

/// Datagrams that are taken before anything is sent: fewer ACKs, one pass over the streams.
const DATAGRAMS_AT_ONCE: usize = 64;
/// Limits stream bytes that wait for the survey: what it is about to refuse is not fetched.
const MOST_UNTAKEN_BYTES: u64 = 32 * 1024;
/// H3_EXCESSIVE_LOAD (RFC 9114, 8.1).
const EXCESSIVE_LOAD: VarInt = VarInt::from_u32(0x107);
const SILENTLY: u64 = u64::MAX;

/// Runs until the connection has ended or its owner has closed it.
pub async fn run(
    id: u32,
    open: Open,
    shared: Arc<Shared>,
    mut commands: UnboundedReceiver<Command>,
    reports: Sender<Bytes>,
) {
    let opened = Running::open(id, open, &shared, reports.clone()).await;
    let ending = match opened {
        Ok(mut running) => running.until_end(&mut commands).await.map(|ending| Ending {
            is_established: running.is_established,
            is_heard: running.heard_at.is_some(),
            ..ending
        }),
        Err(ending) => Some(*ending),
    };
    if let Some(ending) = ending {
        let json = serde_json::to_string(&ending).expect("it has only strings and numbers");
        // Nobody to tell: the program is about to end.
        let _ = reports.send(Report::Ended(json).encode(id)).await;
    }
}

struct Running {
    id: u32,
    open: Open,
    socket: UdpSocket,
    remote: SocketAddr,
    endpoint: Endpoint,
    handle: ConnectionHandle,
    quic: Connection,
    verifier: Arc<RecordingVerifier>,
    seen: Seen,
    reported_tickets: Tickets,
    reports: Sender<Bytes>,
    /// Streams that may have something to read.
    readable: VecDeque<StreamId>,
    sent_at: Option<Instant>,
    heard_at: Option<Instant>,
    is_heard_reported: bool,
    /// More was sent before an answer: which one was answered is unknown (RFC 6298, 3).
    is_repeated: bool,
    is_established: bool,
    datagram_bytes: u64,
    stray_datagrams: u64,
    /// Bytes of streams that were reported and that the survey has not taken yet.
    untaken_bytes: u64,
    traffic: Traffic,
}

impl Running {
    async fn open(id: u32, open: Open, shared: &Shared, reports: Sender<Bytes>) -> Result<Self, Box<Ending>> {
        let remote = SocketAddr::new(open.address, open.port);
        let socket = socket::connected(remote).await.map_err(|error| Box::new(Ending::by_socket(&error)))?;
        let (config, verifier, seen) =
            shared.client(&open).map_err(|error| Box::new(Ending::unknown(error.to_string())))?;
        let mut endpoint = Endpoint::new(Arc::clone(&shared.endpoint), None, false, None);
        let (handle, quic) = endpoint
            .connect(Instant::now(), config, remote, &open.server_name)
            .map_err(|error| Box::new(Ending::unknown(error.to_string())))?;
        Ok(Self {
            id,
            traffic: Traffic::new(open.window_bytes.into()),
            open,
            socket,
            remote,
            endpoint,
            handle,
            quic,
            verifier,
            seen,
            reported_tickets: Tickets::default(),
            reports,
            readable: VecDeque::new(),
            sent_at: None,
            heard_at: None,
            is_heard_reported: false,
            is_repeated: false,
            is_established: false,
            datagram_bytes: 0,
            stray_datagrams: 0,
            untaken_bytes: 0,
        })
    }

    /// None: closed by the owner.
    async fn until_end(&mut self, commands: &mut UnboundedReceiver<Command>) -> Option<Ending> {
        loop {
            if let Err(error) = self.transmit().await {
                return Some(Ending::by_socket(&error));
            }
            let due = self.quic.poll_timeout();
            let timer = async {
                match due {
                    Some(due) => sleep_until(due.into()).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                command = commands.recv() => {
                    let mut next = command;
                    while let Some(command) = next {
                        if let Command::Close { code } = command {
                            self.say_goodbye(code).await;
                            return None;
                        }
                        self.obey(command).await;
                        next = commands.try_recv().ok();
                    }
                    if commands.is_closed() {
                        return None;
                    }
                }
                ready = self.socket.readable() => {
                    if let Err(error) = ready {
                        return Some(Ending::by_socket(&error));
                    }
                    if let Err(ending) = self.receive() {
                        if ending.flood.is_some() {
                            self.say_goodbye(EXCESSIVE_LOAD.into_inner()).await;
                        }
                        return Some(*ending);
                    }
                }
                () = timer => self.quic.handle_timeout(Instant::now()),
            }
            if let Some(ending) = self.after_event().await {
                // QUIC itself has something to say of it.
                let _ = self.transmit().await;
                return Some(ending);
            }
        }
    }

    /// Takes what has come. An error is the connection's end.
    fn receive(&mut self) -> Result<(), Box<Ending>> {
        for _ in 0..DATAGRAMS_AT_ONCE {
            match socket::receive(&self.socket).map_err(|error| Box::new(Ending::by_socket(&error)))? {
                Some(datagram) => self.take_datagram(datagram)?,
                None => return Ok(()),
            }
        }
        Ok(())
    }

    fn take_datagram(&mut self, datagram: BytesMut) -> Result<(), Box<Ending>> {
        let now = Instant::now();
        let length = datagram.len();
        if self.heard_at.is_none() {
            self.heard_at = Some(now);
        }
        self.datagram_bytes += length as u64;
        if self.datagram_bytes > self.open.limits.connection_bytes {
            return Err(Box::new(Ending::by_flood(Flood::Bytes)));
        }
        if !self.is_established {
            self.seen.get().hear(&datagram);
        }
        let frames_before = frames(&self.quic.stats().frame_rx);
        let mut response = Vec::new();
        let event = self.endpoint.handle(now, self.remote, None, None, datagram, &mut response);
        // Responses are a server's.
        if let Some(DatagramEvent::ConnectionEvent(_, event)) = event {
            self.quic.handle_event(event);
        }
        // quinn drops what is no packet of the connection silently; each packet has a frame.
        if frames(&self.quic.stats().frame_rx) == frames_before {
            self.stray_datagrams += 1;
            if self.stray_datagrams > self.open.limits.stray_datagrams {
                return Err(Box::new(Ending::by_flood(Flood::StrayDatagrams)));
            }
        } else {
            self.traffic.received(length);
        }
        let overhead = self.traffic.overhead_bytes(!self.quic.is_handshaking());
        if overhead > self.open.limits.quic_overhead_bytes {
            return Err(Box::new(Ending::by_flood(Flood::Overhead)));
        }
        Ok(())
    }

    async fn obey(&mut self, command: Command) {
        match command {
            Command::Send { stream, fin, bytes } => {
                if let Err(why) = streams::write(&mut self.quic, stream, fin, &bytes) {
                    self.report(Report::Unsent { stream, why }).await;
                }
            }
            Command::Stop { stream, code } => {
                if stream % 4 == 0 {
                    self.traffic.stopped += 1;
                }
                let code = VarInt::from_u64(code).unwrap_or(VarInt::MAX);
                // One that has ended by itself has nothing left to stop.
                let _ = VarInt::from_u64(stream).map(|id| self.quic.recv_stream(id.into()).stop(code));
            }
            Command::Took { bytes } => self.untaken_bytes = self.untaken_bytes.saturating_sub(bytes),
            Command::Close { .. } => unreachable!("it ends the connection"),
        }
    }

    /// Runs after datagrams, a timer or a command: reads, reports, looks whether it is over.
    async fn after_event(&mut self) -> Option<Ending> {
        self.report_heard().await;
        while let Some(event) = self.quic.poll_endpoint_events() {
            if let Some(event) = self.endpoint.handle_event(self.handle, event) {
                self.quic.handle_event(event);
            }
        }
        let mut ending = None;
        while let Some(event) = self.quic.poll() {
            match event {
                Event::Connected => self.establish().await,
                Event::ConnectionLost { reason } => {
                    ending = Some(Ending::of(reason, self.verifier.refusal()))
                }
                Event::Stream(StreamEvent::Opened { dir }) => {
                    while let Some(id) = self.quic.streams().accept(dir) {
                        self.readable.push_back(id);
                    }
                }
                Event::Stream(StreamEvent::Readable { id }) => self.readable.push_back(id),
                _ => {}
            }
        }
        let tickets = self.seen.get().tickets;
        if tickets != std::mem::replace(&mut self.reported_tickets, tickets) {
            let json = serde_json::to_string(&tickets).expect("it has only numbers");
            self.report(Report::Tickets(json)).await;
        }
        // Past the end nothing more comes: what is there is reported whole.
        let most_untaken = if ending.is_some() { u64::MAX } else { MOST_UNTAKEN_BYTES };
        while self.untaken_bytes < most_untaken
            && let Some(id) = self.readable.pop_front()
        {
            self.read(id, most_untaken - self.untaken_bytes).await;
        }
        ending
    }

    async fn report_heard(&mut self) {
        let Some(heard_at) = self.heard_at else { return };
        if std::mem::replace(&mut self.is_heard_reported, true) {
            return;
        }
        let after_us = self.microseconds_to(heard_at);
        self.report(Report::Heard { after_us, is_repeated: self.is_repeated }).await;
    }

    async fn establish(&mut self) {
        self.is_established = true;
        let mut encoded = Vec::new();
        if let Ok(Some(parameters)) = self.quic.crypto_session().transport_parameters() {
            parameters.write(&mut encoded);
        }
        let named = transport_parameters(&encoded).expect("quinn has written them");
        let shown = self.seen.get().shown(named);
        let after_us = self.microseconds_to(Instant::now());
        self.report(Report::Established { after_us, shown }).await;
    }

    async fn read(&mut self, id: StreamId, most_bytes: u64) {
        let Read { bytes, is_finished, reset, has_more } = streams::read(&mut self.quic, id, most_bytes);
        if has_more {
            self.readable.push_back(id);
        }
        self.traffic.delivered_bytes += bytes.len() as u64;
        self.untaken_bytes += bytes.len() as u64;
        let stream = VarInt::from(id).into_inner();
        if is_finished || !bytes.is_empty() {
            self.report(Report::Stream { stream, fin: is_finished, bytes: &bytes }).await;
        }
        if let Some(code) = reset {
            self.report(Report::Reset { stream, code }).await;
        }
    }

    async fn transmit(&mut self) -> io::Result<()> {
        let mut datagram = Vec::new();
        let is_first = self.sent_at.is_none();
        while let Some(transmit) = self.quic.poll_transmit(Instant::now(), 1, &mut datagram) {
            self.sent_at.get_or_insert_with(Instant::now);
            self.is_repeated |= !is_first && self.heard_at.is_none();
            self.socket.send(&datagram[..transmit.size]).await?;
            datagram.clear();
        }
        Ok(())
    }

    /// A peer that has never answered is told nothing.
    async fn say_goodbye(&mut self, code: u64) {
        if self.heard_at.is_none() || code == SILENTLY {
            return;
        }
        self.quic.close(Instant::now(), VarInt::from_u64(code).unwrap_or(VarInt::MAX), Bytes::new());
        // It is past hearing it where that fails.
        let _ = self.transmit().await;
    }

    fn microseconds_to(&self, moment: Instant) -> u64 {
        let elapsed = self.sent_at.map(|sent| moment.saturating_duration_since(sent)).unwrap_or_default();
        elapsed.as_micros() as u64
    }

    async fn report(&self, report: Report<'_>) {
        // Nobody to tell: the program is about to end.
        let _ = self.reports.send(report.encode(self.id)).await;
    }
}
