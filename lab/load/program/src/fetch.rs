//! One request, and the answer that is to come.

use bytes::Bytes;
use http::header::HOST;
use http::{HeaderMap, HeaderValue, Method, Request, Uri};

use crate::order::Protocol;

pub struct Fetch {
    method: Method,
    uri: Uri,
    fields: HeaderMap,
    pub body: Bytes,
    pub expected: Expected,
}

#[derive(Clone, Copy)]
pub struct Expected {
    pub status: u16,
    pub body_bytes: u64,
}

impl Fetch {
    /// Has no field but what names the host.
    pub fn new(
        protocol: Protocol,
        method: Method,
        authority: &str,
        path: &str,
        expected: Expected,
    ) -> Result<Self, http::Error> {
        let mut fields = HeaderMap::new();
        // HTTP/1.1 names the host in a field, the others with the URL.
        let uri = match protocol {
            Protocol::H1 => {
                fields.insert(HOST, HeaderValue::from_str(authority)?);
                path.parse()?
            }
            Protocol::H2 | Protocol::H3 => format!("https://{authority}{path}").parse()?,
        };
        Ok(Self { method, uri, fields, body: Bytes::new(), expected })
    }

    pub fn fields(&mut self) -> &mut HeaderMap {
        &mut self.fields
    }

    pub fn request<B>(&self, body: B) -> Request<B> {
        let mut request = Request::new(body);
        *request.method_mut() = self.method.clone();
        *request.uri_mut() = self.uri.clone();
        *request.headers_mut() = self.fields.clone();
        request
    }
}

/// Hears of an answer while it comes.
pub trait Progress: Send {
    fn head(&mut self) {}
    /// Reports so many more bytes of the body.
    fn body(&mut self, _bytes: u64) {}
}

/// Nobody.
impl Progress for () {}
