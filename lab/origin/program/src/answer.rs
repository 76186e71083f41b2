//! Gives a request its answer, whatever the protocol it came by.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::SystemTime;

use bytes::Bytes;
use http::header::{ALLOW, ALT_SVC, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, DATE, SERVER};
use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode};

use crate::config::{Config, Protocol};
use crate::failure::Failure;
use crate::hints::SendHints;
use crate::opening::Opening;
use crate::paced::{Cut, Paced};
use crate::replay::Replay;
use crate::replayed::replayed;
use crate::site::Site;
use crate::via::{Transport, Via, authority_of};

/// Seconds that an advertisement of HTTP/3 holds: longer than any run (Cloudflare's value).
const ALT_SVC_AGE_S: u32 = 86_400;

pub struct Answers {
    content: Content,
    server_name: HeaderValue,
    cache_control: Option<HeaderValue>,
    /// Values by the port that HTTP/3 is spoken on; none where it is not spoken.
    alt_svc: HashMap<u16, HeaderValue>,
    /// Holds over TCP too.
    is_h3_advertised: bool,
}

pub struct Served {
    /// Files or recorded answers.
    pub files: usize,
    pub size_bytes: usize,
}

enum Content {
    Files(Site),
    Replay(Box<Replay>),
}

impl Answers {
    /// Reads all that is served into memory.
    pub fn read(config: &Config, server_name: &str) -> Result<Arc<Self>, Failure> {
        let content = match &config.replay {
            Some(file) => Content::Replay(Box::new(Replay::read(file)?)),
            None => Content::Files(Site::read(config)?),
        };
        let value =
            |text: &str| HeaderValue::from_str(text).map_err(|error| Failure::config(text.as_ref(), error));
        let mut alt_svc = HashMap::new();
        for at in config.https_sockets().iter().filter(|_| config.offers(Protocol::Http3)) {
            alt_svc.insert(at.port(), value(&format!("h3=\":{}\"; ma={ALT_SVC_AGE_S}", at.port()))?);
        }
        Ok(Arc::new(Self {
            content,
            server_name: value(server_name)?,
            cache_control: config.cache_control.as_deref().map(value).transpose()?,
            alt_svc,
            is_h3_advertised: config.alt_svc,
        }))
    }

    pub fn served(&self) -> Served {
        match &self.content {
            Content::Files(site) => Served { files: site.file_count, size_bytes: site.size_bytes },
            Content::Replay(replay) => Served { files: replay.answers.len(), size_bytes: replay.size_bytes },
        }
    }

    /// Whether the body of a request decides on its answer.
    pub fn reads_requests(&self) -> bool {
        matches!(self.content, Content::Replay(_))
    }

    /// Waits as long as the resource is to take. `body_sha256` is that of the request's body, where it had one and
    /// `reads_requests` says that it matters. A 103 goes to `hints`. `Cut` where there is to be no response.
    pub async fn to(
        &self,
        via: Via,
        opening: Option<&Opening>,
        request: &Parts,
        body_sha256: Option<String>,
        hints: &mut impl SendHints,
    ) -> Result<Response<Paced>, Cut> {
        if let Some(Err(status)) = opening.map(|opening| opening.admit(&request.method)) {
            return Ok(self.brief(via, status, "only GET as early data\n").map(Paced::whole));
        }
        let site = match &self.content {
            Content::Files(site) => site,
            Content::Replay(replay) => {
                let alt_svc = self.alt_svc(via);
                return replayed(replay, via, request, body_sha256, alt_svc, hints).await;
            }
        };
        Ok(match request.method {
            Method::GET => self.get(site, via, request, hints).await.map(Paced::whole),
            // The headers of its GET.
            Method::HEAD => self.get(site, via, request, hints).await.map(|_| Paced::whole(Bytes::new())),
            _ => {
                let mut response = self.brief(via, StatusCode::METHOD_NOT_ALLOWED, "GET and HEAD only\n");
                response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
                response.map(Paced::whole)
            }
        })
    }

    async fn get(
        &self,
        site: &Site,
        via: Via,
        request: &Parts,
        send_hints: &mut impl SendHints,
    ) -> Response<Bytes> {
        let path = request.uri.path();
        let file = authority_of(request).and_then(|(host, _)| site.file(via.at.ip(), host, path));
        let Some(file) = file else {
            return self.brief(via, StatusCode::NOT_FOUND, "no such host or file here\n");
        };
        if let Some(hints) = &file.hints {
            send_hints.send(hints.response()).await;
        }
        if !file.think.is_zero() {
            tokio::time::sleep(file.think).await;
        }
        let mut response = self.response(via, StatusCode::OK, &file.content_type, file.body.clone());
        if let Some(value) = &self.cache_control {
            response.headers_mut().insert(CACHE_CONTROL, value.clone());
        }
        response
    }

    /// A server that answers over HTTP/3 always says so, as servers on the web do: Chromium takes one that does not for a
    /// server that cannot order its responses, and asks it for six pictures at once.
    fn alt_svc(&self, via: Via) -> Option<&HeaderValue> {
        let is_said = match via.transport {
            Transport::Clear => false,
            Transport::Tls => self.is_h3_advertised,
            Transport::Quic => true,
        };
        self.alt_svc.get(&via.at.port()).filter(|_| is_said)
    }

    fn brief(&self, via: Via, status: StatusCode, text: &'static str) -> Response<Bytes> {
        let plain = HeaderValue::from_static("text/plain");
        self.response(via, status, &plain, Bytes::from_static(text.as_bytes()))
    }

    fn response(
        &self,
        via: Via,
        status: StatusCode,
        content_type: &HeaderValue,
        body: Bytes,
    ) -> Response<Bytes> {
        let size_bytes = body.len();
        let mut response = Response::new(body);
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, content_type.clone());
        headers.insert(CONTENT_LENGTH, size_bytes.into());
        headers.insert(SERVER, self.server_name.clone());
        // hyper would add it over TCP, and nobody over QUIC.
        if let Ok(date) = HeaderValue::from_str(&httpdate::fmt_http_date(SystemTime::now())) {
            headers.insert(DATE, date);
        }
        if let Some(value) = self.alt_svc(via) {
            headers.insert(ALT_SVC, value.clone());
        }
        response
    }
}
