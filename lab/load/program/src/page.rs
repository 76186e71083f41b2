//! The page as it is asked for: the document, then everything else at once, host by host.

use http::header::{ACCEPT, ACCEPT_LANGUAGE, USER_AGENT};
use http::{HeaderValue, Method};
use towline_process::failure::Failure;

use crate::fetch::{Expected, Fetch};
use crate::order::{Order, Protocol, Resource};

const AGENT: &str = concat!("towline-load/", env!("CARGO_PKG_VERSION"));

pub struct Page {
    pub document_host: usize,
    pub document: Vec<Fetch>,
    /// Resources by the host's place in the order; the document is not among them.
    pub resources: Vec<Vec<Fetch>>,
}

impl Page {
    pub fn new(order: &Order) -> Result<Self, Failure> {
        let mut resources: Vec<Vec<Fetch>> = order.hosts.iter().map(|_| Vec::new()).collect();
        let mut document = None;
        for resource in &order.resources {
            let host = order.hosts.iter().position(|host| host.name == resource.host).unwrap_or(0);
            let authority = order.hosts[host].authority(order.default_port());
            let fetch = get(order.protocol, &authority, resource)
                .map_err(|error| Failure::config(resource.path.as_ref(), error))?;
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

fn get(protocol: Protocol, authority: &str, resource: &Resource) -> Result<Fetch, http::Error> {
    let expected = Expected { status: resource.status, body_bytes: resource.body_bytes };
    let mut fetch = Fetch::new(protocol, Method::GET, authority, &resource.path, expected)?;
    let fields = fetch.fields();
    fields.insert(USER_AGENT, HeaderValue::from_static(AGENT));
    fields.insert(ACCEPT, HeaderValue::from_static("*/*"));
    fields.insert(ACCEPT_LANGUAGE, HeaderValue::from_static("en"));
    Ok(fetch)
}
