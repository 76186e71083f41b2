//! A recorded answer, as the file of a replay has it and as it is held in memory.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http::header::HeaderName;
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use serde::Deserialize;

use crate::hints::Hints;
use crate::paced::Ending;
use crate::target::Target;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordedAnswer {
    id: u32,
    method: String,
    /// Absolute, without a fragment.
    pub url: String,
    /// Hexadecimal; null: the request had no body, or nobody knows it.
    request_body_sha256: Option<String>,
    /// `Range` of the request.
    range: Option<String>,
    /// Is null where no response came.
    status: Option<u16>,
    /// Ordered; a name may stand more than once.
    headers: Vec<(String, String)>,
    /// File of the body as it was sent, content codings and all; null: there is none.
    body: Option<String>,
    think_ms: f64,
    /// Think times by the recorded load, in place of `think_ms` where a load is to get those of one.
    #[serde(default)]
    think_ms_by_load: Vec<f64>,
    /// The 103 before it.
    #[serde(default)]
    hints: Option<RecordedHints>,
    /// Waits within the body: bytes sent before, milliseconds.
    #[serde(default)]
    pauses: Vec<(usize, f64)>,
    /// Says what came behind the last byte.
    ending: Ending,
    /// Parameters of the query whose values differ from load to load.
    #[serde(default)]
    volatile: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RecordedHints {
    headers: Vec<(String, String)>,
    wait_ms: f64,
}

pub struct Answer {
    pub id: u32,
    pub method: Method,
    pub target: Target,
    pub request_body_sha256: Option<String>,
    pub range: Option<HeaderValue>,
    /// None: no response.
    pub status: Option<StatusCode>,
    pub headers: HeaderMap,
    pub body: Bytes,
    pub think: Duration,
    pub think_by_load: Vec<Duration>,
    pub hints: Option<Hints>,
    pub pauses: Vec<(usize, Duration)>,
    pub ending: Ending,
    pub volatile: HashSet<String>,
    /// Time from the response's own `Date` to its `Expires`.
    pub expires_after: Option<Expiry>,
}

#[derive(Clone, Copy)]
pub enum Expiry {
    Before,
    After(Duration),
}

/// A map of fields takes no more than 24,576.
const MOST_FIELDS: usize = 10_000;

pub enum Fault {
    Value(String),
    Body(PathBuf, std::io::Error),
}

impl RecordedAnswer {
    pub fn checked(
        self,
        target: Target,
        folder: &Path,
        bodies: &mut HashMap<String, Bytes>,
    ) -> Result<Answer, Fault> {
        let url = &self.url;
        let wrong = |why: &dyn std::fmt::Display| Fault::Value(format!("answer {} ({url}): {why}", self.id));
        let headers = fields(&self.headers).map_err(|why| wrong(&why))?;
        let body = match &self.body {
            None => Bytes::new(),
            Some(name) => match bodies.get(name) {
                Some(body) => body.clone(),
                None => {
                    let file = folder.join(name);
                    let body = Bytes::from(fs::read(&file).map_err(|error| Fault::Body(file, error))?);
                    bodies.insert(name.clone(), body.clone());
                    body
                }
            },
        };
        let duration = |ms: f64| Duration::try_from_secs_f64(ms / 1_000.0).map_err(|error| wrong(&error));
        let hints = match &self.hints {
            None => None,
            Some(hints) => Some(Hints {
                headers: fields(&hints.headers).map_err(|why| wrong(&why))?,
                wait: duration(hints.wait_ms)?,
            }),
        };
        let mut pauses = Vec::with_capacity(self.pauses.len());
        for (bytes, ms) in &self.pauses {
            let is_ordered = pauses.last().is_none_or(|(before, _)| before < bytes);
            if !is_ordered || *bytes > body.len() {
                return Err(wrong(&"pauses stand in the order of the body's bytes, and within it"));
            }
            pauses.push((*bytes, duration(*ms)?));
        }
        Ok(Answer {
            id: self.id,
            method: Method::from_bytes(self.method.as_bytes()).map_err(|error| wrong(&error))?,
            range: self
                .range
                .as_deref()
                .map(HeaderValue::from_str)
                .transpose()
                .map_err(|error| wrong(&error))?,
            status: self.status.map(final_status).transpose().map_err(|why| wrong(&why))?,
            expires_after: expires_after(&headers),
            think: duration(self.think_ms)?,
            think_by_load: self.think_ms_by_load.iter().map(|ms| duration(*ms)).collect::<Result<_, _>>()?,
            request_body_sha256: self.request_body_sha256.as_ref().map(|hash| hash.to_ascii_lowercase()),
            volatile: self.volatile.iter().cloned().collect(),
            ending: self.ending,
            target,
            headers,
            body,
            hints,
            pauses,
        })
    }
}

fn fields(pairs: &[(String, String)]) -> Result<HeaderMap, String> {
    if pairs.len() > MOST_FIELDS {
        return Err("it has more fields than any browser reads".to_string());
    }
    let mut headers = HeaderMap::with_capacity(pairs.len());
    for (name, value) in pairs {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|error| error.to_string())?;
        // Written as a browser reads it, a character for each byte.
        let bytes: Option<Vec<u8>> = value.chars().map(|each| u8::try_from(u32::from(each)).ok()).collect();
        let value = HeaderValue::from_bytes(&bytes.unwrap_or_else(|| value.clone().into_bytes()))
            .map_err(|error| error.to_string())?;
        headers.append(name, value);
    }
    Ok(headers)
}

fn final_status(number: u16) -> Result<StatusCode, &'static str> {
    StatusCode::from_u16(number)
        .ok()
        .filter(|status| !status.is_informational())
        .ok_or("its status is that of no final response")
}

fn expires_after(headers: &HeaderMap) -> Option<Expiry> {
    let time = |name: HeaderName| -> Option<SystemTime> {
        httpdate::parse_http_date(headers.get(name)?.to_str().ok()?).ok()
    };
    let (date, expires) = (time(http::header::DATE)?, time(http::header::EXPIRES)?);
    Some(expires.duration_since(date).map_or(Expiry::Before, Expiry::After))
}
