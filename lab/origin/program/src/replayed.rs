//! Answers a request of a replayed page: the recorded response, as soon after the request as it came then.

use std::future::pending;
use std::time::{Duration, Instant, SystemTime};

use bytes::Bytes;
use http::header::{
    ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD, ALT_SVC,
    CONNECTION, CONTENT_LENGTH, DATE, EXPIRES, HeaderName, ORIGIN, TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Version};
use serde::Serialize;

use crate::asked::Asked;
use crate::hints::SendHints;
use crate::ladder::{Found, Rung};
use crate::lines::say;
use crate::paced::{Cut, Ending, Paced};
use crate::recorded::{Answer, Expiry};
use crate::replay::{Given, Replay};
use crate::target::Target;
use crate::via::{Transport, Via, authority_of};

/// `RUNG ID`, of a miss `miss` and, where there is one, the identifier of what comes nearest.
const REPLAY: HeaderName = HeaderName::from_static("towline-replay");

/// Says how long the answer was held back, by this program's clock, milliseconds.
const WAITED: HeaderName = HeaderName::from_static("towline-waited");

/// tokio counts in milliseconds and rounds up, and so does the kernel's wait: a sleep takes 0.5 to 2 ms more than asked for.
const TIMER_LATENESS: Duration = Duration::from_millis(1);

/// Fields of one connection (RFC 9110, 7.6.1), and those that are set anew.
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
    send_hints: &mut impl SendHints,
) -> Result<Response<Paced>, Cut> {
    let asked_at = Instant::now();
    let Some((host, port)) = authority_of(request) else {
        let mark = HeaderValue::from_static(Rung::Miss.name());
        return Ok(brief(StatusCode::BAD_REQUEST, "no host is named\n", mark));
    };
    let target = Target::new(via.transport != Transport::Clear, host, port, &request.uri);
    let is_http1 = request.version < Version::HTTP_2;
    let asked = Asked { method: &request.method, target, headers: &request.headers, is_http1, body_sha256 };
    let (found, given) = replay.answer(via.connection, &asked);
    let mark = mark(replay, &found);
    let Some(Given { answer, think }) = given else {
        return Ok(match found.rung {
            Rung::Preflight => preflight(&request.headers, mark),
            _ => brief(StatusCode::NOT_FOUND, "not recorded\n", mark),
        });
    };
    if answer.status.is_none() {
        say_unanswered(&found, answer);
    }
    let mut waited = Duration::ZERO;
    if let Some(hints) = answer.hints.as_ref() {
        waited = hints.wait.min(think);
        sleep(waited).await;
        send_hints.send(hints.response()).await;
    }
    sleep(think - waited).await;
    match (answer.status, answer.ending) {
        (Some(status), _) => {
            let mut response = recorded(answer, status, &request.method, mark, alt_svc);
            response.headers_mut().insert(WAITED, milliseconds(asked_at.elapsed()));
            Ok(response)
        }
        // The server of the connection sees the client leave.
        (None, Ending::Open) => pending().await,
        (None, _) => Err(Cut),
    }
}

async fn sleep(time: Duration) {
    let time = time.saturating_sub(TIMER_LATENESS);
    if !time.is_zero() {
        tokio::time::sleep(time).await;
    }
}

/// Logs it, since there is no head that could say it.
fn say_unanswered(found: &Found, answer: &Answer) {
    #[derive(Serialize)]
    struct Line {
        unanswered: Unanswered,
    }
    #[derive(Serialize)]
    struct Unanswered {
        rung: &'static str,
        exchange: u32,
    }
    // A reader may be gone, which is no reason to give another answer.
    let _ = say(&Line { unanswered: Unanswered { rung: found.rung.name(), exchange: answer.id } });
}

fn recorded(
    answer: &Answer,
    status: StatusCode,
    method: &Method,
    mark: HeaderValue,
    alt_svc: Option<&HeaderValue>,
) -> Response<Paced> {
    let has_length = answer.headers.contains_key(CONTENT_LENGTH);
    let has_none = [StatusCode::NO_CONTENT, StatusCode::NOT_MODIFIED].contains(&status);
    let has_body = *method != Method::HEAD && !has_none;
    let is_whole = answer.ending == Ending::Whole;
    // A length that was promised and not kept is promised again.
    let body = match has_body {
        true => Paced::new(answer.body.clone(), &answer.pauses, answer.ending, has_length && is_whole),
        false => Paced::whole(Bytes::new()),
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    for (name, value) in &answer.headers {
        if !LEFT_OUT.contains(name) {
            headers.append(name, value.clone());
        }
    }
    match answer.headers.get(CONTENT_LENGTH) {
        // RFC 9110, 8.6: never there.
        Some(_) if status == StatusCode::NO_CONTENT => {}
        Some(length) if !is_whole || !has_body => {
            headers.insert(CONTENT_LENGTH, length.clone());
        }
        Some(_) => {
            headers.insert(CONTENT_LENGTH, answer.body.len().into());
        }
        None => {}
    }
    set_times(headers, answer);
    if let Some(value) = alt_svc {
        headers.insert(ALT_SVC, value.clone());
    }
    headers.insert(REPLAY, mark);
    response
}

/// Answers that were fresh for a time when recorded are fresh for that time now.
fn set_times(headers: &mut HeaderMap, answer: &Answer) {
    let now = SystemTime::now();
    set_time(headers, DATE, now);
    match answer.expires_after {
        Some(Expiry::After(time)) => set_time(headers, EXPIRES, now + time),
        Some(Expiry::Before) => set_time(headers, EXPIRES, SystemTime::UNIX_EPOCH),
        None => {}
    }
}

/// The last second of the year 9999: what never expires says so, and a date has no fifth digit.
fn end_of_dates() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(253_402_300_799)
}

fn set_time(headers: &mut HeaderMap, name: HeaderName, time: SystemTime) {
    if let Ok(value) = HeaderValue::from_str(&httpdate::fmt_http_date(time.min(end_of_dates()))) {
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

fn milliseconds(time: Duration) -> HeaderValue {
    let text = format!("{:.3}", time.as_secs_f64() * 1_000.0);
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("0"))
}

fn mark(replay: &Replay, found: &Found) -> HeaderValue {
    let id =
        found.answer.or(found.nearest).and_then(|index| replay.answers.get(index)).map(|answer| answer.id);
    let name = found.rung.name();
    let text = id.map_or_else(|| name.to_string(), |id| format!("{name} {id}"));
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("miss"))
}
