//! A URL as far as answers are looked up by it.

use http::Uri;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    pub is_secure: bool,
    /// Written in lower case, without a port.
    pub host: String,
    pub port: u16,
    pub path: String,
    /// Has no question mark; None where there is not even that.
    pub query: Option<String>,
}

impl Target {
    pub fn parse(url: &str) -> Option<Self> {
        let uri: Uri = url.split('#').next()?.parse().ok()?;
        let is_secure = match uri.scheme_str()? {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        Some(Self::new(is_secure, uri.host()?, uri.port_u16(), &uri))
    }

    /// `uri` gives path and query.
    pub fn new(is_secure: bool, host: &str, port: Option<u16>, uri: &Uri) -> Self {
        Self {
            is_secure,
            host: host.to_ascii_lowercase(),
            port: port.unwrap_or(if is_secure { 443 } else { 80 }),
            path: if uri.path().is_empty() { "/".to_string() } else { uri.path().to_string() },
            query: uri.query().map(str::to_string),
        }
    }

    pub fn is_same_host(&self, other: &Self) -> bool {
        (self.is_secure, &self.host, self.port) == (other.is_secure, &other.host, other.port)
    }

    pub fn is_same_path(&self, other: &Self) -> bool {
        self.is_same_host(other) && self.path == other.path
    }

    /// Names and values as they stand in the query.
    pub fn parameters(&self) -> Vec<(&str, &str)> {
        let query = self.query.as_deref().unwrap_or("");
        query
            .split('&')
            .filter(|each| !each.is_empty())
            .map(|each| each.split_once('=').unwrap_or((each, "")))
            .collect()
    }
}

#[cfg(test)]
mod tests;
