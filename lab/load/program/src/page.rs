//! The page as it is asked for: the document, then everything else at once, host by host.

use http::header::{ACCEPT, ACCEPT_LANGUAGE, HOST, USER_AGENT};
use http::{HeaderMap, HeaderValue, Request, Uri};
use towline_process::failure::Failure;

use crate::order::{Order, Protocol, Resource};

const DEFAULT_PORT: u16 = 443;
const AGENT: &str = concat!("towline-load/", env!("CARGO_PKG_VERSION"));

pub struct Page {
    pub document_host: usize,
    pub document: Vec<Fetch>,
    /// By the host's place in the order; the document is not among them.
    pub resources: Vec<Vec<Fetch>>,
}

/// A request, and the answer that is to come.
pub struct Fetch {
    uri: Uri,
    fields: HeaderMap,
    pub status: u16,
    pub body_bytes: u64,
}

impl Page {
    pub fn new(order: &Order) -> Result<Self, Failure> {
        let mut resources: Vec<Vec<Fetch>> = order.hosts.iter().map(|_| Vec::new()).collect();
        let mut document = None;
        for resource in &order.resources {
            let fetch = Fetch::new(order, resource)
                .map_err(|error| Failure::config(resource.path.as_ref(), error))?;
            let host = order.hosts.iter().position(|host| host.name == resource.host).unwrap_or(0);
            match document {
                None => document = Some((host, fetch)),
                Some(_) => resources[host].push(fetch),
            }
        }
        match document {
            Some((document_host, fetch)) => Ok(Self { document_host, document: vec![fetch], resources }),
            None => Err(Failure::config("page".as_ref(), "no document")),
        }
    }
}

impl Fetch {
    fn new(order: &Order, resource: &Resource) -> Result<Self, http::Error> {
        let port = order.hosts.iter().find(|host| host.name == resource.host).map_or(0, |host| host.port);
        let authority = match port {
            DEFAULT_PORT => resource.host.clone(),
            _ => format!("{}:{port}", resource.host),
        };
        let mut fields = HeaderMap::new();
        // HTTP/1.1 names the host in a field, the others with the URL.
        let uri = match order.protocol {
            Protocol::H1 => {
                fields.insert(HOST, HeaderValue::from_str(&authority)?);
                resource.path.parse()?
            }
            Protocol::H2 | Protocol::H3 => format!("https://{authority}{}", resource.path).parse()?,
        };
        fields.insert(USER_AGENT, HeaderValue::from_static(AGENT));
        fields.insert(ACCEPT, HeaderValue::from_static("*/*"));
        fields.insert(ACCEPT_LANGUAGE, HeaderValue::from_static("en"));
        Ok(Self { uri, fields, status: resource.status, body_bytes: resource.body_bytes })
    }

    pub fn request<B>(&self, body: B) -> Request<B> {
        let mut request = Request::new(body);
        *request.uri_mut() = self.uri.clone();
        *request.headers_mut() = self.fields.clone();
        request
    }
}
