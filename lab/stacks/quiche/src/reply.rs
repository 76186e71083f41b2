//! A response on its way from the answers to its stream.

use std::collections::{HashMap, VecDeque};

use bytes::{Buf, Bytes};
use http::request::Parts;
use http::{HeaderMap, Response, StatusCode};
use quiche::Shutdown;
use quiche::h3::{self, Header};
use tokio::sync::mpsc::Sender;
use towline_origin::answer::Answers;
use towline_origin::hints::SendHints;
use towline_origin::via::Via;

use crate::fields::response_fields;
use crate::priority::Priority;

/// Bytes after which the next response of the same urgency has its turn, where both are of use in parts.
const PIECE_BYTES: usize = 4 * 1024;
/// RFC 9114, 8.1: H3_INTERNAL_ERROR.
const INTERNAL_ERROR: u64 = 0x102;

pub enum Part {
    /// Head of the response, or before it of a 103.
    Head(StatusCode, HeaderMap),
    Body(Bytes),
    End,
    /// The response is broken off.
    Cut,
}

/// Works an answer out, and hands its parts over.
pub async fn answer(stream: u64, request: Parts, via: Via, answers: &Answers, parts: Sender<(u64, Part)>) {
    let mut reply = Replying { stream, parts };
    let Ok(response) = answers.to(via, None, &request, None, &mut reply).await else {
        return reply.send(Part::Cut).await;
    };
    let (head, mut body) = response.into_parts();
    reply.send(Part::Head(head.status, head.headers)).await;
    while let Some(part) = body.next().await {
        match part {
            Ok(bytes) => reply.send(Part::Body(bytes)).await,
            Err(_) => return reply.send(Part::Cut).await,
        }
    }
    reply.send(Part::End).await;
}

struct Replying {
    stream: u64,
    parts: Sender<(u64, Part)>,
}

impl Replying {
    async fn send(&self, part: Part) {
        // A connection that is gone ends this task too.
        let _ = self.parts.send((self.stream, part)).await;
    }
}

impl SendHints for Replying {
    async fn send(&mut self, hints: Response<()>) {
        let (head, ()) = hints.into_parts();
        Replying::send(self, Part::Head(head.status, head.headers)).await;
    }
}

pub struct Reply {
    pub priority: Priority,
    /// Turn that was its last, counted in pieces.
    pub last_turn: u64,
    parts: VecDeque<Part>,
    is_begun: bool,
    is_over: bool,
}

impl Reply {
    pub fn new(priority: Priority) -> Self {
        Self { priority, last_turn: 0, parts: VecDeque::new(), is_begun: false, is_over: false }
    }

    pub fn add(&mut self, part: Part) {
        self.parts.push_back(part);
    }

    pub fn has_parts(&self) -> bool {
        !self.parts.is_empty()
    }

    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Writes what its turn allows; false where the stream takes no more for now.
    pub fn write(
        &mut self,
        stream: u64,
        http: &mut h3::Connection,
        quic: &mut quiche::Connection,
        turn: u64,
    ) -> bool {
        self.last_turn = turn;
        let mut left_bytes = if self.priority.incremental { PIECE_BYTES } else { usize::MAX };
        while left_bytes > 0 {
            let Some(part) = self.parts.pop_front() else { return false };
            match self.write_part(part, left_bytes, stream, http, quic) {
                Ok(bytes) => left_bytes -= bytes.min(left_bytes),
                Err(Blocked) => return false,
            }
        }
        true
    }

    /// Bytes of a body that were taken; what was not taken is put back.
    fn write_part(
        &mut self,
        part: Part,
        most_bytes: usize,
        stream: u64,
        http: &mut h3::Connection,
        quic: &mut quiche::Connection,
    ) -> Result<usize, Blocked> {
        let sent = match &part {
            Part::Head(status, headers) => self.send_head(*status, headers, stream, http, quic),
            Part::Body(bytes) => http.send_body(quic, stream, &bytes[..bytes.len().min(most_bytes)], false),
            Part::End => http.send_body(quic, stream, &[], true),
            Part::Cut => {
                // A stream that is closed already is what is wanted.
                let _ = quic.stream_shutdown(stream, Shutdown::Write, INTERNAL_ERROR);
                Ok(0)
            }
        };
        match sent {
            Ok(sent_bytes) => {
                match part {
                    Part::Body(mut bytes) if sent_bytes < bytes.len() => {
                        bytes.advance(sent_bytes);
                        self.parts.push_front(Part::Body(bytes));
                    }
                    Part::End | Part::Cut => self.is_over = true,
                    Part::Head(..) | Part::Body(_) => {}
                }
                Ok(sent_bytes)
            }
            Err(h3::Error::Done | h3::Error::StreamBlocked) => {
                self.parts.push_front(part);
                Err(Blocked)
            }
            // The client has reset the stream, or closed the connection.
            Err(_) => {
                self.is_over = true;
                Err(Blocked)
            }
        }
    }

    fn send_head(
        &mut self,
        status: StatusCode,
        headers: &HeaderMap,
        stream: u64,
        http: &mut h3::Connection,
        quic: &mut quiche::Connection,
    ) -> Result<usize, h3::Error> {
        let fields: Vec<Header> = response_fields(status, headers);
        match self.is_begun {
            // A 103 came before.
            true => http.send_additional_headers(quic, stream, &fields, false, false)?,
            false => {
                let priority = h3::Priority::new(self.priority.urgency, self.priority.incremental);
                http.send_response_with_priority(quic, stream, &fields, &priority, false)?;
            }
        }
        self.is_begun = true;
        Ok(0)
    }
}

/// The stream takes no more for now, or never again.
struct Blocked;

/// Says whose turn it is (RFC 9218, 10): the most urgent first; of equals those that are of use as a whole alone, in the order
/// of their requests, then the others in turn.
pub fn next_of(writable: &[u64], replies: &HashMap<u64, Reply>) -> Option<u64> {
    let with_parts = writable.iter().filter_map(|stream| Some((*stream, replies.get(stream)?)));
    with_parts
        .filter(|(_, reply)| reply.has_parts())
        .min_by_key(|(stream, Reply { priority, last_turn, .. })| {
            let turn = if priority.incremental { *last_turn } else { 0 };
            (priority.urgency, priority.incremental, turn, *stream)
        })
        .map(|(stream, _)| stream)
}

#[cfg(test)]
mod tests;
