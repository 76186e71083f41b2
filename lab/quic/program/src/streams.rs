//! Bytes of a connection's streams, in and out.

use bytes::BytesMut;
use quinn_proto::{Connection, Dir, ReadError, StreamId, VarInt};

#[derive(Default)]
pub struct Read {
    pub bytes: BytesMut,
    pub is_finished: bool,
    pub reset: Option<u64>,
    pub has_more: bool,
}

/// Reads what there is, up to `most_bytes`.
pub fn read(quic: &mut Connection, id: StreamId, most_bytes: u64) -> Read {
    let most_bytes = usize::try_from(most_bytes).unwrap_or(usize::MAX);
    let mut read = Read::default();
    let mut stream = quic.recv_stream(id);
    let Ok(mut chunks) = stream.read(true) else { return read };
    while !read.is_finished && read.reset.is_none() {
        if read.bytes.len() >= most_bytes {
            read.has_more = true;
            break;
        }
        match chunks.next(most_bytes - read.bytes.len()) {
            Ok(Some(chunk)) => read.bytes.extend_from_slice(&chunk.bytes),
            Ok(None) => read.is_finished = true,
            Err(ReadError::Reset(code)) => read.reset = Some(code.into_inner()),
            Err(ReadError::Blocked) => break,
        }
    }
    // Frames that it says to send are sent after each event.
    let _ = chunks.finalize();
    read
}

/// Writes to a stream of ours, which is opened where it is the next one.
pub fn write(quic: &mut Connection, stream: u64, fin: bool, bytes: &[u8]) -> Result<(), String> {
    let dir = if stream & 2 == 0 { Dir::Bi } else { Dir::Uni };
    let id = quic.streams().open(dir).ok_or("StreamLimit")?;
    if VarInt::from(id).into_inner() != stream {
        return Err("it is not the next stream".to_string());
    }
    let mut sender = quic.send_stream(id);
    match sender.write(bytes).map_err(|error| error.to_string())? {
        written if written == bytes.len() => {}
        written => return Err(format!("it takes {written} of {} bytes", bytes.len())),
    }
    if fin { sender.finish().map_err(|error| error.to_string()) } else { Ok(()) }
}
