//! What a request of a replayed page gets: the recorded response, as soon after the request as it came then.

use std::time::SystemTime;

use bytes::Bytes;
use http::header::{
    ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD, ALT_SVC,
    CONNECTION, CONTENT_LENGTH, DATE, EXPIRES, HeaderName, ORIGIN, TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode};

use crate::answer::{Transport, Via, authority_of};
use crate::ladder::{Found, Rung};
use crate::paced::Paced;
use crate::replay::{Answer, Asked, Expiry, Replay};
use crate::target::Target;

/// `RUNG ID`, of a miss `miss` and, where there is one, the identifier of what comes nearest.
const REPLAY: HeaderName = HeaderName::from_static("towline-replay");

/// Those of one connection (RFC 9110, 7.6.1), and those that are set anew.
const LEFT_OUT: [HeaderName; 9] = [
    CONNECTION,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
    CONTENT_LENGTH,
    ALT_SVC,
];

pub async fn replayed(
    replay: &Replay,
    via: Via,
    request: &Parts,
    body_sha256: Option<String>,
    alt_svc: Option<&HeaderValue>,
) -> Response<Paced> {
    let Some((host, port)) = authority_of(request) else {
        return brief(
            StatusCode::BAD_REQUEST,
            "no host is named\n",
            HeaderValue::from_static(Rung::Miss.name()),
        );
    };
    let target = Target::new(via.transport != Transport::Clear, host, port, &request.uri);
    let asked = Asked { method: &request.method, target, headers: &request.headers, body_sha256 };
    let (found, answer) = replay.answer(via.connection, &asked);
    let mark = mark(replay, &found);
    let Some(answer) = answer else {
        return match found.rung {
            Rung::Preflight => preflight(&request.headers, mark),
            _ => brief(StatusCode::NOT_FOUND, "not recorded\n", mark),
        };
    };
    if !answer.think.is_zero() {
        tokio::time::sleep(answer.think).await;
    }
    recorded(answer, &request.method, mark, alt_svc)
}

fn recorded(
    answer: &Answer,
    method: &Method,
    mark: HeaderValue,
    alt_svc: Option<&HeaderValue>,
) -> Response<Paced> {
    let has_length = answer.headers.contains_key(CONTENT_LENGTH);
    let has_body = *method != Method::HEAD && answer.status != StatusCode::NOT_MODIFIED;
    // A length that was promised and not kept is promised again.
    let body = match has_body {
        true => Paced::new(answer.body.clone(), &answer.pauses, answer.is_cut, has_length && !answer.is_cut),
        false => Paced::whole(Bytes::new()),
    };
    let mut response = Response::new(body);
    *response.status_mut() = answer.status;
    let headers = response.headers_mut();
    for (name, value) in &answer.headers {
        if !LEFT_OUT.contains(name) {
            headers.append(name, value.clone());
        }
    }
    match answer.headers.get(CONTENT_LENGTH) {
        Some(length) if answer.is_cut || !has_body => {
            headers.insert(CONTENT_LENGTH, length.clone());
        }
        Some(_) if answer.status != StatusCode::NO_CONTENT => {
            headers.insert(CONTENT_LENGTH, answer.body.len().into());
        }
        _ => {}
    }
    set_times(headers, answer);
    if let Some(value) = alt_svc {
        headers.insert(ALT_SVC, value.clone());
    }
    headers.insert(REPLAY, mark);
    response
}

/// What was fresh for a time when it was recorded is fresh for that time now.
fn set_times(headers: &mut HeaderMap, answer: &Answer) {
    let now = SystemTime::now();
    set_time(headers, DATE, now);
    match answer.expires_after {
        Some(Expiry::After(time)) => set_time(headers, EXPIRES, now + time),
        Some(Expiry::Before) => set_time(headers, EXPIRES, SystemTime::UNIX_EPOCH),
        None => {}
    }
}

fn set_time(headers: &mut HeaderMap, name: HeaderName, time: SystemTime) {
    if let Ok(value) = HeaderValue::from_str(&httpdate::fmt_http_date(time)) {
        headers.insert(name, value);
    }
}

/// Fetch, 4.8: all that is asked for is allowed.
fn preflight(asked: &HeaderMap, mark: HeaderValue) -> Response<Paced> {
    let mut response = brief(StatusCode::NO_CONTENT, "", mark);
    let headers = response.headers_mut();
    for (question, answer) in [
        (ORIGIN, ACCESS_CONTROL_ALLOW_ORIGIN),
        (ACCESS_CONTROL_REQUEST_METHOD, ACCESS_CONTROL_ALLOW_METHODS),
        (ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_ALLOW_HEADERS),
    ] {
        if let Some(value) = asked.get(question) {
            headers.insert(answer, value.clone());
        }
    }
    headers.insert(ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
    response
}

fn brief(status: StatusCode, text: &'static str, mark: HeaderValue) -> Response<Paced> {
    let mut response = Response::new(Paced::whole(Bytes::from_static(text.as_bytes())));
    *response.status_mut() = status;
    response.headers_mut().insert(REPLAY, mark);
    response
}

fn mark(replay: &Replay, found: &Found) -> HeaderValue {
    let id =
        found.answer.or(found.nearest).and_then(|index| replay.answers.get(index)).map(|answer| answer.id);
    let name = found.rung.name();
    let text = id.map_or_else(|| name.to_string(), |id| format!("{name} {id}"));
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("miss"))
}
