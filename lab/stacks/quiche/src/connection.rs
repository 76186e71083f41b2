//! One connection: packets in and out, requests, and which response is written next.

use std::collections::HashMap;
use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quiche::RecvInfo;
use quiche::h3::{self, Event, NameValue};
use tokio::net::UdpSocket;
use tokio::sync::mpsc::{self, Receiver};
use tokio::task::JoinSet;
use tokio::time::sleep_until;
use towline_origin::answer::Answers;
use towline_origin::via::Via;

use crate::fields::request_of;
use crate::priority::Priority;
use crate::reply::{Part, Reply, answer, next_of};
use crate::settings::DATAGRAM_BYTES;

/// Packets that pacing lets go within it leave at once: timers of tokio have whole milliseconds.
const TIMER: Duration = Duration::from_millis(1);
/// Parts of responses that may wait for the connection.
const PARTS: usize = 64;
const UPLOAD_BYTES: usize = 16 * 1024;
/// RFC 9114, 8.1: H3_MESSAGE_ERROR.
const MESSAGE_ERROR: u64 = 0x10e;

pub struct Datagram {
    pub bytes: Vec<u8>,
    pub from: SocketAddr,
}

pub struct Connection {
    quic: quiche::Connection,
    settings: Arc<h3::Config>,
    /// None: the handshake is under way.
    http: Option<h3::Connection>,
    socket: Arc<UdpSocket>,
    via: Via,
    answers: Arc<Answers>,
    /// Responses that are under way, by their stream.
    replies: HashMap<u64, Reply>,
    /// They end with the connection.
    exchanges: JoinSet<()>,
    /// Parts of responses, with their stream: what exchanges send, and what has come of it.
    sender: mpsc::Sender<(u64, Part)>,
    parts: Receiver<(u64, Part)>,
    /// Pieces of all responses that were written.
    pieces: u64,
    paced: Option<Packet>,
}

/// One that is not to leave before its time.
struct Packet {
    bytes: Vec<u8>,
    to: SocketAddr,
    at: Instant,
}

impl Connection {
    pub fn new(
        quic: quiche::Connection,
        settings: Arc<h3::Config>,
        socket: Arc<UdpSocket>,
        via: Via,
        answers: Arc<Answers>,
    ) -> Self {
        let (sender, parts) = mpsc::channel(PARTS);
        Self {
            quic,
            settings,
            http: None,
            socket,
            via,
            answers,
            replies: HashMap::new(),
            exchanges: JoinSet::new(),
            sender,
            parts,
            pieces: 0,
            paced: None,
        }
    }

    /// Serves until it is closed, by either end or by silence.
    pub async fn serve(
        mut self,
        mut datagrams: Receiver<Datagram>,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        loop {
            self.exchange()?;
            self.send().await?;
            if self.quic.is_closed() {
                return Ok(());
            }
            let timer = self.quic.timeout_instant();
            let wake = [timer, self.paced.as_ref().map(|packet| packet.at)].into_iter().flatten().min();
            tokio::select! {
                Some(datagram) = datagrams.recv() => {
                    self.receive(datagram);
                    while let Ok(datagram) = datagrams.try_recv() {
                        self.receive(datagram);
                    }
                }
                Some((stream, part)) = self.parts.recv() => {
                    self.add(stream, part);
                    while let Ok((stream, part)) = self.parts.try_recv() {
                        self.add(stream, part);
                    }
                }
                () = sleep_until(wake.unwrap_or_else(Instant::now).into()), if wake.is_some() => {
                    if timer.is_some_and(|timer| timer <= Instant::now()) {
                        self.quic.on_timeout();
                    }
                }
            }
        }
    }

    /// A packet that quiche does not take is as one that was lost.
    fn receive(&mut self, Datagram { mut bytes, from }: Datagram) {
        let info = RecvInfo { from, to: self.via.at };
        let _ = self.quic.recv(&mut bytes, info);
    }

    fn add(&mut self, stream: u64, part: Part) {
        if let Some(reply) = self.replies.get_mut(&stream) {
            reply.add(part);
        }
    }

    /// Sends what there is to be sent now.
    async fn send(&mut self) -> Result<(), std::io::Error> {
        let mut buffer = [0; DATAGRAM_BYTES];
        loop {
            let packet = match self.paced.take() {
                Some(packet) => packet,
                None => match self.quic.send(&mut buffer) {
                    Ok((bytes, info)) => Packet { bytes: buffer[..bytes].to_vec(), to: info.to, at: info.at },
                    // Nothing, or nothing any more.
                    Err(_) => return Ok(()),
                },
            };
            if packet.at > Instant::now() + TIMER {
                self.paced = Some(packet);
                return Ok(());
            }
            self.socket.send_to(&packet.bytes, packet.to).await?;
        }
    }

    fn exchange(&mut self) -> Result<(), h3::Error> {
        if self.http.is_none() && self.quic.is_established() && !self.quic.is_closed() {
            self.http = Some(h3::Connection::with_transport(&mut self.quic, &self.settings)?);
        }
        let Some(mut http) = self.http.take() else { return Ok(()) };
        // Quiche closes the connection by itself after an error, and says so to the client.
        while let Ok((stream, event)) = http.poll(&mut self.quic) {
            self.heard(stream, event, &mut http);
        }
        self.write(&mut http);
        self.http = Some(http);
        while self.exchanges.try_join_next().is_some() {}
        Ok(())
    }

    fn heard(&mut self, stream: u64, event: Event, http: &mut h3::Connection) {
        match event {
            Event::Headers { list, .. } => self.requested(stream, &list),
            // Nothing that is served depends on what is uploaded.
            Event::Data => {
                let mut upload = [0; UPLOAD_BYTES];
                while http.recv_body(&mut self.quic, stream, &mut upload).is_ok() {}
            }
            Event::Reset(_) => {
                self.replies.remove(&stream);
            }
            Event::PriorityUpdate => {
                let field = http.take_last_priority_update(stream).unwrap_or_default();
                let priority = Priority::parse(&field);
                if let Some(reply) = self.replies.get_mut(&stream) {
                    reply.priority = priority;
                    // A stream that is closed has none.
                    let _ = self.quic.stream_priority(stream, priority.at_quic(), priority.incremental);
                }
            }
            Event::Finished | Event::GoAway => {}
        }
    }

    fn requested(&mut self, stream: u64, fields: &[h3::Header]) {
        // Trailers begin no exchange.
        if self.replies.contains_key(&stream) {
            return;
        }
        let Some(request) = request_of(fields) else {
            let _ = self.quic.stream_shutdown(stream, quiche::Shutdown::Write, MESSAGE_ERROR);
            return;
        };
        let priority = fields.iter().find(|field| field.name() == b"priority");
        let priority = priority.map_or(Priority::default(), |field| Priority::parse(field.value()));
        self.replies.insert(stream, Reply::new(priority));
        let (answers, via, parts) = (Arc::clone(&self.answers), self.via, self.sender.clone());
        self.exchanges.spawn(async move { answer(stream, request, via, &answers, parts).await });
    }

    /// Hands over as much as may be under way, the most urgent response first.
    fn write(&mut self, http: &mut h3::Connection) {
        let mut writable: Vec<u64> = self.quic.writable().collect();
        while let Some(stream) = next_of(&writable, &self.replies) {
            let Some(reply) = self.replies.get_mut(&stream) else { break };
            self.pieces += 1;
            let may_take_more = reply.write(stream, http, &mut self.quic, self.pieces);
            if reply.is_over() {
                self.replies.remove(&stream);
            }
            if !may_take_more {
                writable.retain(|each| *each != stream);
            }
        }
    }
}
