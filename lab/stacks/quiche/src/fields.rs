//! Fields of HTTP/3 as the answers know them, and back.

use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, Uri};
use quiche::h3::{Header, NameValue};

/// None: they are no request (RFC 9114, 4.1.2).
pub fn request_of(fields: &[Header]) -> Option<Parts> {
    let pseudo = |name: &[u8]| fields.iter().find(|field| field.name() == name).map(NameValue::value);
    let uri = Uri::builder()
        .scheme(pseudo(b":scheme")?)
        .authority(pseudo(b":authority")?)
        .path_and_query(pseudo(b":path")?)
        .build()
        .ok()?;
    let mut request = Request::new(());
    *request.method_mut() = Method::from_bytes(pseudo(b":method")?).ok()?;
    *request.uri_mut() = uri;
    for field in fields.iter().filter(|field| !field.name().starts_with(b":")) {
        let name = HeaderName::from_lowercase(field.name()).ok()?;
        request.headers_mut().append(name, HeaderValue::from_bytes(field.value()).ok()?);
    }
    Some(request.into_parts().0)
}

pub fn response_fields(status: StatusCode, headers: &HeaderMap) -> Vec<Header> {
    let status = Header::new(b":status", status.as_str().as_bytes());
    let others = headers.iter().map(|(name, value)| Header::new(name.as_str().as_bytes(), value.as_bytes()));
    std::iter::once(status).chain(others).collect()
}
