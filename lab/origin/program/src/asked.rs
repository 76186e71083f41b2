//! The parts of a request that decide on the recorded answer.

use http::header::{ACCESS_CONTROL_REQUEST_METHOD, IF_MODIFIED_SINCE, IF_NONE_MATCH, RANGE};
use http::{HeaderMap, HeaderValue, Method};

use crate::target::Target;

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

    /// Browsers say in clear text of no request what it is for, and of a navigation that it may be upgraded.
    pub fn is_document(&self) -> bool {
        let says = |name: &str, wanted: &str| self.headers.get(name).is_some_and(|value| value == wanted);
        let is_upgradable = !self.target.is_secure && says("upgrade-insecure-requests", "1");
        self.method == Method::GET && (says("sec-fetch-dest", "document") || is_upgradable)
    }
}
