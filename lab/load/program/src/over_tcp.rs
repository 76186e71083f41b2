//! Answers of HTTP/1.1 and HTTP/2.

use std::error::Error;
use std::io;

use http::Response;
use http_body_util::BodyExt;
use hyper::body::Incoming;

use crate::answer_check::check;
use crate::failures::{Fault, Kind};
use crate::fetch::{Fetch, Progress};

/// Reads the whole body, whatever it is, so that the connection can be used again.
pub async fn receive(
    fetch: &Fetch,
    response: Response<Incoming>,
    progress: &mut impl Progress,
) -> Result<u64, Fault> {
    progress.head();
    let (head, mut body) = response.into_parts();
    let mut body_bytes = 0;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| Fault::in_answer(body_kind(&error)))?;
        let bytes = frame.data_ref().map_or(0, |data| data.len() as u64);
        progress.body(bytes);
        body_bytes += bytes;
    }
    check(fetch, head.status.as_u16(), &head.headers, body_bytes)?;
    Ok(body_bytes)
}

/// Explains an error before the answer's head was there.
pub fn head_fault(error: &hyper::Error) -> Fault {
    let closed = Fault::unanswered(Kind::HttpEmptyReply);
    match cause(error) {
        Cause::StreamReset => Fault::in_answer(Kind::StreamReset),
        Cause::Reset => Fault::unanswered(Kind::ConnectionReset),
        Cause::Closed => closed,
        Cause::Other if error.is_incomplete_message() || error.is_canceled() || error.is_closed() => closed,
        Cause::Other => Fault::in_answer(Kind::HttpProtocolError),
    }
}

fn body_kind(error: &hyper::Error) -> Kind {
    match cause(error) {
        Cause::StreamReset => Kind::StreamReset,
        Cause::Reset => Kind::ConnectionReset,
        Cause::Closed => Kind::HttpTruncated,
        // HTTP/2 counts a stream whose end comes before its announced length, too.
        Cause::Other => Kind::HttpTruncated,
    }
}

enum Cause {
    StreamReset,
    Reset,
    Closed,
    Other,
}

/// The deepest cause that tells which it is.
fn cause(error: &hyper::Error) -> Cause {
    let mut next: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = next {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            return match error.kind() {
                io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => Cause::Reset,
                io::ErrorKind::UnexpectedEof => Cause::Closed,
                _ => Cause::Other,
            };
        }
        if let Some(error) = error.downcast_ref::<h2::Error>() {
            if error.is_reset() && error.is_remote() {
                return Cause::StreamReset;
            }
            if error.is_go_away() && error.is_remote() {
                return Cause::Closed;
            }
            if let Some(error) = error.get_io() {
                return match error.kind() {
                    io::ErrorKind::ConnectionReset => Cause::Reset,
                    _ => Cause::Closed,
                };
            }
        }
        next = error.source();
    }
    Cause::Other
}
