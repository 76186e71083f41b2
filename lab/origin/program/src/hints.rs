//! The 103 that comes before a response (RFC 8297): what the browser may ask for meanwhile.

use std::future::Future;
use std::time::Duration;

use http::header::LINK;
use http::{HeaderMap, HeaderValue, Response, StatusCode};

#[derive(Clone)]
pub struct Hints {
    pub headers: HeaderMap,
    /// Time from the request on.
    pub wait: Duration,
}

impl Hints {
    /// Hints of a file, which are known at once.
    pub fn of_link(link: HeaderValue) -> Self {
        Self { headers: HeaderMap::from_iter([(LINK, link)]), wait: Duration::ZERO }
    }

    pub fn response(&self) -> Response<()> {
        let mut response = Response::new(());
        *response.status_mut() = StatusCode::EARLY_HINTS;
        *response.headers_mut() = self.headers.clone();
        response
    }
}

/// Takes a 103 before the response.
pub trait SendHints: Send {
    fn send(&mut self, hints: Response<()>) -> impl Future<Output = ()> + Send;
}

/// HTTP/1.1: hyper sends no 103, and Chromium takes none over it.
pub struct NoHints;

impl SendHints for NoHints {
    async fn send(&mut self, _: Response<()>) {}
}
