//! The answers of a recorded page, in memory, and which of them a load has had.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http::header::{ACCESS_CONTROL_REQUEST_METHOD, HeaderName, IF_MODIFIED_SINCE, IF_NONE_MATCH, RANGE};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use serde::Deserialize;

use crate::failure::Failure;
use crate::hints::Hints;
use crate::ladder::{Found, find};
use crate::order_file::read_order;
use crate::paced::Ending;
use crate::target::Target;

/// One JSON file, written from a recording.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ReplayFile {
    /// What a load asks for first.
    page: String,
    /// Folder of the bodies, absolute or below that of this file.
    bodies: PathBuf,
    /// In the folder that this program was started in: says which recorded load's think times the next load gets.
    #[serde(default)]
    load_file: Option<PathBuf>,
    /// In the order in which they were asked for.
    answers: Vec<RecordedAnswer>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RecordedAnswer {
    id: u32,
    method: String,
    /// Absolute, without a fragment.
    url: String,
    /// Hexadecimal; null: the request had no body, or nobody knows it.
    request_body_sha256: Option<String>,
    /// `Range` of the request.
    range: Option<String>,
    /// Null: no response came.
    status: Option<u16>,
    /// In order; a name may stand more than once.
    headers: Vec<(String, String)>,
    /// File of the body as it was sent, content codings and all; null: there is none.
    body: Option<String>,
    think_ms: f64,
    /// By the recorded load, in place of `think_ms` where a load is to get those of one.
    #[serde(default)]
    think_ms_by_load: Vec<f64>,
    /// The 103 before it.
    #[serde(default)]
    hints: Option<RecordedHints>,
    /// Waits within the body: bytes sent before, milliseconds.
    #[serde(default)]
    pauses: Vec<(usize, f64)>,
    /// What came behind the last byte.
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
    think: Duration,
    think_by_load: Vec<Duration>,
    pub hints: Option<Hints>,
    pub pauses: Vec<(usize, Duration)>,
    pub ending: Ending,
    pub volatile: HashSet<String>,
    /// From the response's own `Date` to its `Expires`.
    pub expires_after: Option<Expiry>,
}

#[derive(Clone, Copy)]
pub enum Expiry {
    Before,
    After(Duration),
}

/// What of a request decides on its answer.
pub struct Asked<'a> {
    pub method: &'a Method,
    pub target: Target,
    pub headers: &'a HeaderMap,
    pub is_http1: bool,
    pub body_sha256: Option<String>,
}

impl Asked<'_> {
    pub fn is_conditional(&self) -> bool {
        self.headers.contains_key(IF_NONE_MATCH) || self.headers.contains_key(IF_MODIFIED_SINCE)
    }

    pub fn range(&self) -> Option<&HeaderValue> {
        self.headers.get(RANGE)
    }

    /// A question of the browser's own before a request of another origin.
    pub fn is_preflight(&self) -> bool {
        self.method == Method::OPTIONS && self.headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD)
    }

    /// In clear text, browsers say of no request what it is for, and of a navigation that it may be upgraded.
    fn is_document(&self) -> bool {
        let says = |name: &str, wanted: &str| self.headers.get(name).is_some_and(|value| value == wanted);
        let is_upgradable = !self.target.is_secure && says("upgrade-insecure-requests", "1");
        self.method == Method::GET && (says("sec-fetch-dest", "document") || is_upgradable)
    }
}

pub struct Replay {
    page: Target,
    /// Documents that a load gets under the page's own URL: more than one where it redirects to itself or is reloaded.
    page_documents: usize,
    pub answers: Vec<Answer>,
    pub by_host: HashMap<String, Vec<usize>>,
    pub size_bytes: usize,
    load_file: Option<PathBuf>,
    load: Mutex<Load>,
}

/// What a request gets, and how long after it.
pub struct Given<'a> {
    pub answer: &'a Answer,
    pub think: Duration,
}

/// What the load that is under way has had.
#[derive(Default)]
pub struct Load {
    page_documents: usize,
    connections: HashSet<u64>,
    /// The recorded load whose think times it gets.
    recorded: Option<usize>,
    /// How often, by the answer's index.
    given: HashMap<usize, usize>,
}

impl Load {
    pub fn given(&self, answer: usize) -> usize {
        self.given.get(&answer).copied().unwrap_or(0)
    }
}

impl Replay {
    pub fn read(file: &Path) -> Result<Self, Failure> {
        let text = read_order(file)?;
        let order: ReplayFile = serde_json::from_str(&text).map_err(|error| Failure::config(file, error))?;
        let folder = file.parent().unwrap_or(Path::new(".")).join(&order.bodies);
        let wrong = |url: &str| Failure::config(file, format_args!("{url} is no absolute URL"));
        let page = Target::parse(&order.page).ok_or_else(|| wrong(&order.page))?;
        let mut bodies: HashMap<String, Bytes> = HashMap::new();
        let mut answers = Vec::with_capacity(order.answers.len());
        for each in order.answers {
            let target = Target::parse(&each.url).ok_or_else(|| wrong(&each.url))?;
            answers.push(each.checked(target, &folder, &mut bodies).map_err(|why| match why {
                Fault::Value(why) => Failure::config(file, why),
                Fault::Body(body, why) => Failure::input(&body, why),
            })?);
        }
        let mut by_host: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, answer) in answers.iter().enumerate() {
            by_host.entry(answer.target.host.clone()).or_default().push(index);
        }
        let of_page = |answer: &&Answer| answer.method == Method::GET && answer.target == page;
        Ok(Self {
            page_documents: answers.iter().filter(of_page).count().max(1),
            page,
            size_bytes: bodies.values().map(Bytes::len).sum(),
            answers,
            by_host,
            load_file: order.load_file,
            load: Mutex::new(Load::default()),
        })
    }

    /// The answer to give, and the rung of the ladder that it was found on. `connection`: any number that no other has.
    pub fn answer(&self, connection: u64, asked: &Asked) -> (Found, Option<Given<'_>>) {
        // Nothing panics while it is held.
        let mut load = self.load.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.is_document() && asked.target == self.page {
            // A page that redirects to itself stays in one load, whose connection it uses again.
            if load.page_documents >= self.page_documents || !load.connections.contains(&connection) {
                *load = Load { recorded: self.recorded_load(), ..Load::default() };
            }
            load.page_documents += 1;
        }
        let is_first = load.connections.insert(connection);
        let found = find(self, &load, asked);
        let answer = found.answer.and_then(|index| self.answers.get(index));
        // Over a connection that it has used before, a browser takes a failure for the end of that connection and asks again.
        let is_asked_again =
            asked.is_http1 && !is_first && answer.is_some_and(|answer| answer.status.is_none());
        if let Some(index) = found.answer.filter(|_| !is_asked_again) {
            *load.given.entry(index).or_default() += 1;
        }
        let think = |answer: &Answer| {
            load.recorded.and_then(|index| answer.think_by_load.get(index)).copied().unwrap_or(answer.think)
        };
        (found, answer.map(|answer| Given { answer, think: think(answer) }))
    }

    /// None where nobody has chosen one.
    fn recorded_load(&self) -> Option<usize> {
        let text = fs::read_to_string(self.load_file.as_ref()?).ok()?;
        text.trim().parse().ok()
    }
}

/// A map of fields takes no more than 24,576.
const MOST_FIELDS: usize = 10_000;

enum Fault {
    Value(String),
    Body(PathBuf, std::io::Error),
}

impl RecordedAnswer {
    fn checked(
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
