//! Whether an answer is the one that was to come.

use http::HeaderMap;
use http::header::CONTENT_LENGTH;

use crate::failures::{Fault, Kind};
use crate::fetch::Fetch;

/// `body_bytes` came before the body ended without an error.
pub fn check(fetch: &Fetch, status: u16, fields: &HeaderMap, body_bytes: u64) -> Result<(), Fault> {
    let announced = fields.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|announced| body_bytes < announced) {
        return Err(Fault::in_answer(Kind::HttpTruncated));
    }
    if status != fetch.expected.status {
        return Err(Fault::other_answer(Kind::WrongStatus));
    }
    if body_bytes != fetch.expected.body_bytes {
        return Err(Fault::other_answer(Kind::WrongLength));
    }
    Ok(())
}
