//! The pipes carry, both ways, a length, a kind, the number of a connection, and what the kind says. All integers are
//! big-endian. crawler/quic/pipe-frames.ts is the other end.

use bytes::{Buf, BufMut, Bytes, BytesMut};
use serde::Deserialize;

/// Longer than the roots of any system, which are the most that is ever said at once.
const MOST_BYTES: usize = 32 * 1024 * 1024;
/// Kind and connection.
const HEAD_BYTES: usize = 5;

/// The survey's requests.
#[derive(Debug, PartialEq)]
pub enum Request {
    /// PEM, first of all: what is trusted.
    Roots(Bytes),
    Open(u32, Open),
    Of(u32, Command),
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Open {
    pub address: std::net::IpAddr,
    pub port: u16,
    /// SNI, and the name that the certificate must carry.
    pub server_name: String,
    pub window_bytes: u32,
    pub peer_streams: u32,
    pub idle_ms: u32,
    pub limits: Limits,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    pub connection_bytes: u64,
    pub stray_datagrams: u64,
    pub quic_overhead_bytes: u64,
}

#[derive(Debug, PartialEq)]
pub enum Command {
    Send {
        stream: u64,
        fin: bool,
        bytes: Bytes,
    },
    Stop {
        stream: u64,
        code: u64,
    },
    /// Says that so many bytes of streams have been taken.
    Took {
        bytes: u64,
    },
    /// `u64::MAX`: silently.
    Close {
        code: u64,
    },
}

/// Takes the next request off `input`; None where it is not all there yet.
pub fn next_request(input: &mut BytesMut) -> Result<Option<Request>, String> {
    let Some(length) = input.first_chunk::<4>().map(|bytes| u32::from_be_bytes(*bytes) as usize) else {
        return Ok(None);
    };
    if !(HEAD_BYTES..=MOST_BYTES).contains(&length) {
        return Err(format!("a frame of {length} bytes"));
    }
    if input.len() < 4 + length {
        return Ok(None);
    }
    input.advance(4);
    let mut frame = input.split_to(length).freeze();
    let kind = frame.get_u8();
    let connection = frame.get_u32();
    parse(kind, connection, frame).map(Some)
}

fn parse(kind: u8, connection: u32, mut rest: Bytes) -> Result<Request, String> {
    let short = |_| format!("a frame of kind {kind} is cut short");
    Ok(match kind {
        0 => Request::Roots(rest),
        1 => Request::Open(
            connection,
            serde_json::from_slice(&rest).map_err(|error| format!("an order to open: {error}"))?,
        ),
        2 => {
            let stream = rest.try_get_u64().map_err(short)?;
            let fin = rest.try_get_u8().map_err(short)? != 0;
            Request::Of(connection, Command::Send { stream, fin, bytes: rest })
        }
        3 => {
            let stream = rest.try_get_u64().map_err(short)?;
            let code = rest.try_get_u64().map_err(short)?;
            Request::Of(connection, Command::Stop { stream, code })
        }
        4 => Request::Of(connection, Command::Took { bytes: rest.try_get_u64().map_err(short)? }),
        5 => Request::Of(connection, Command::Close { code: rest.try_get_u64().map_err(short)? }),
        _ => return Err(format!("a frame of unknown kind {kind}")),
    })
}

pub enum Report<'a> {
    /// The first datagram has come, so many microseconds after the first was sent; null where that was sent more than once.
    Heard {
        after_us: u64,
        is_repeated: bool,
    },
    /// The handshake is done; what it shows of the peer, as JSON.
    Established {
        after_us: u64,
        shown: String,
    },
    /// Session tickets that have come by now, as JSON.
    Tickets(String),
    Stream {
        stream: u64,
        fin: bool,
        bytes: &'a [u8],
    },
    Reset {
        stream: u64,
        code: u64,
    },
    /// Says that what should be sent does not go through.
    Unsent {
        stream: u64,
        why: String,
    },
    /// JSON. The last of the connection.
    Ended(String),
}

impl Report<'_> {
    pub fn encode(&self, connection: u32) -> Bytes {
        let mut frame = BytesMut::with_capacity(64);
        frame.put_u32(0);
        frame.put_u8(self.kind());
        frame.put_u32(connection);
        match self {
            Self::Heard { after_us, is_repeated } => {
                frame.put_u64(*after_us);
                frame.put_u8(u8::from(*is_repeated));
            }
            Self::Established { after_us, shown } => {
                frame.put_u64(*after_us);
                frame.put_slice(shown.as_bytes());
            }
            Self::Stream { stream, fin, bytes } => {
                frame.put_u64(*stream);
                frame.put_u8(u8::from(*fin));
                frame.put_slice(bytes);
            }
            Self::Reset { stream, code } => {
                frame.put_u64(*stream);
                frame.put_u64(*code);
            }
            Self::Unsent { stream, why } => {
                frame.put_u64(*stream);
                frame.put_slice(why.as_bytes());
            }
            Self::Tickets(json) | Self::Ended(json) => frame.put_slice(json.as_bytes()),
        }
        let length = (frame.len() - 4) as u32;
        frame[..4].copy_from_slice(&length.to_be_bytes());
        frame.freeze()
    }

    fn kind(&self) -> u8 {
        match self {
            Self::Heard { .. } => 0,
            Self::Established { .. } => 1,
            Self::Stream { .. } => 2,
            Self::Reset { .. } => 3,
            Self::Unsent { .. } => 4,
            Self::Ended(_) => 5,
            Self::Tickets(_) => 6,
        }
    }
}

#[cfg(test)]
mod tests;
