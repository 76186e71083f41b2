use std::fs;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};

use http::HeaderMap;
use http::header::{ACCESS_CONTROL_REQUEST_METHOD, HeaderName, HeaderValue, IF_NONE_MATCH, RANGE};
use serde_json::{Value, json};

use super::*;
use crate::replay::Replay;
use crate::target::Target;

/// Recorded answers, read as the program reads them. Their ids count from 0.
fn recorded(answers: &[Value]) -> Replay {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let answers: Vec<Value> = answers
        .iter()
        .enumerate()
        .map(|(id, answer)| {
            let mut whole = json!({
                "id": id, "method": "GET", "requestBodySha256": null, "range": null, "status": 200,
                "headers": [], "body": null, "thinkMs": 0, "ending": "whole",
            });
            let members = whole.as_object_mut().expect("an object");
            members.extend(answer.as_object().expect("an object").clone());
            whole
        })
        .collect();
    let order = json!({ "page": "https://a.example/", "bodies": ".", "answers": answers });
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let file = std::env::temp_dir().join(format!("towline-ladder-{}-{number}.json", process::id()));
    fs::write(&file, order.to_string()).expect("a file");
    let replay = Replay::read(&file);
    fs::remove_file(&file).expect("the file");
    replay.unwrap_or_else(|failure| panic!("{}", failure.message))
}

fn urls(urls: &[&str]) -> Replay {
    recorded(&urls.iter().map(|url| json!({ "url": url })).collect::<Vec<_>>())
}

/// Of one load, over one connection.
fn ask(replay: &Replay, method: Method, url: &str, headers: &HeaderMap, body: Option<&str>) -> Found {
    let asked = Asked {
        method: &method,
        target: Target::parse(url).expect("a URL"),
        headers,
        is_http1: false,
        body_sha256: body.map(str::to_string),
    };
    replay.answer(1, &asked).0
}

/// The rung and the answer of a GET.
fn get(replay: &Replay, url: &str) -> (Rung, Option<usize>) {
    let found = ask(replay, Method::GET, url, &HeaderMap::new(), None);
    (found.rung, found.answer)
}

fn get_with(replay: &Replay, name: HeaderName, value: &'static str) -> (Rung, Option<usize>) {
    let headers = HeaderMap::from_iter([(name, HeaderValue::from_static(value))]);
    let found = ask(replay, Method::GET, "https://a.example/x", &headers, None);
    (found.rung, found.answer)
}

#[test]
fn the_nth_request_for_a_url_gets_the_nth_answer_and_then_the_last() {
    let replay = urls(&["https://a.example/x", "https://a.example/y", "https://a.example/x"]);
    for expected in [0, 2, 2, 2] {
        assert_eq!(get(&replay, "https://a.example/x"), (Rung::Url, Some(expected)));
    }
}

#[test]
fn the_most_alike_query_of_a_path_answers() {
    let replay = urls(&["https://a.example/x?a=1&b=1&c=1", "https://a.example/x?a=1&b=2&c=1"]);
    assert_eq!(get(&replay, "https://a.example/x?a=1&b=2&c=2"), (Rung::Query, Some(1)));
}

#[test]
fn of_queries_that_are_as_alike_the_one_that_was_given_less_goes_first_then_the_earlier() {
    let replay = urls(&["https://a.example/x?t=1700000001", "https://a.example/x?t=1700000002"]);
    for expected in [0, 1, 1] {
        assert_eq!(get(&replay, "https://a.example/x?t=1700000009"), (Rung::Query, Some(expected)));
    }
}

#[test]
fn a_query_that_is_half_alike_answers_and_one_that_is_less_does_not() {
    let replay = urls(&["https://a.example/x?a=1&b=2"]);
    assert_eq!(get(&replay, "https://a.example/x?a=1&b=3"), (Rung::Query, Some(0)));
    assert_eq!(get(&replay, "https://a.example/x?a=1&b=3&c=4").0, Rung::Miss);
}

#[test]
fn a_path_with_another_hash_answers_on_the_same_host_only() {
    let replay = urls(&["https://a.example/app.0a1b2c3d.js"]);
    assert_eq!(get(&replay, "https://a.example/app.3d2c1b0a.js"), (Rung::Path, Some(0)));
    assert_eq!(get(&replay, "https://b.example/app.3d2c1b0a.js"), (Rung::Miss, None));
    // The same name, another port.
    assert_eq!(get(&replay, "https://a.example:8443/app.3d2c1b0a.js"), (Rung::Miss, None));
}

#[test]
fn two_plain_paths_are_not_alike_because_neither_has_a_changing_part() {
    let replay = urls(&["https://a.example/one.js"]);
    assert_eq!(get(&replay, "https://a.example/two.js").0, Rung::Miss);
}

#[test]
fn another_body_of_the_request_comes_behind_all_rungs_with_the_same() {
    let post = |url: &str, body: &str| json!({ "url": url, "method": "POST", "requestBodySha256": body });
    let replay = recorded(&[
        post("https://a.example/x", "aa"),
        post("https://a.example/x", "BB"),
        post("https://a.example/x?t=1700000001", "cc"),
    ]);
    let asked = |body: &str| {
        let found = ask(&replay, Method::POST, "https://a.example/x", &HeaderMap::new(), Some(body));
        (found.rung, found.answer)
    };
    assert_eq!(asked("bb"), (Rung::Url, Some(1)));
    assert_eq!(asked("dd"), (Rung::Body, Some(0)));
    // Its path with another query has the same body, but is not alike enough; both others were given once.
    assert_eq!(asked("cc"), (Rung::Body, Some(1)));
}

#[test]
fn head_gets_what_get_got_and_post_does_not() {
    let replay = urls(&["https://a.example/x"]);
    let rung = |method: Method| ask(&replay, method, "https://a.example/x", &HeaderMap::new(), None).rung;
    assert_eq!(rung(Method::HEAD), Rung::Url);
    assert_eq!(rung(Method::POST), Rung::Miss);
}

#[test]
fn an_answer_to_head_itself_goes_before_that_to_get() {
    let replay = recorded(&[
        json!({ "url": "https://a.example/x" }),
        json!({ "url": "https://a.example/x", "method": "HEAD" }),
    ]);
    let found = ask(&replay, Method::HEAD, "https://a.example/x", &HeaderMap::new(), None);
    assert_eq!(found.answer, Some(1));
}

#[test]
fn only_a_conditional_request_gets_304() {
    let replay = recorded(&[
        json!({ "url": "https://a.example/x", "status": 304 }),
        json!({ "url": "https://a.example/x" }),
    ]);
    assert_eq!(get(&replay, "https://a.example/x"), (Rung::Url, Some(1)));
    assert_eq!(get_with(&replay, IF_NONE_MATCH, "\"1\""), (Rung::Url, Some(0)));
}

#[test]
fn a_part_answers_its_own_range_alone_and_the_whole_any() {
    let replay = recorded(&[
        json!({ "url": "https://a.example/x" }),
        json!({ "url": "https://a.example/x", "range": "bytes=0-9", "status": 206 }),
    ]);
    assert_eq!(get_with(&replay, RANGE, "bytes=0-9"), (Rung::Url, Some(1)));
    assert_eq!(get_with(&replay, RANGE, "bytes=5-9"), (Rung::Url, Some(0)));
    assert_eq!(get(&replay, "https://a.example/x"), (Rung::Url, Some(0)));
}

#[test]
fn a_preflight_that_nobody_recorded_follows_from_its_question() {
    let replay = urls(&["https://a.example/x"]);
    let headers = HeaderMap::from_iter([(ACCESS_CONTROL_REQUEST_METHOD, HeaderValue::from_static("PUT"))]);
    let options =
        |headers: &HeaderMap| ask(&replay, Method::OPTIONS, "https://a.example/x", headers, None).rung;
    assert_eq!(options(&headers), Rung::Preflight);
    assert_eq!(options(&HeaderMap::new()), Rung::Miss);
}

#[test]
fn a_miss_names_what_comes_nearest_on_the_same_host() {
    let replay = urls(&[
        "https://a.example/img/one.png",
        "https://a.example/js/one.js",
        "https://b.example/js/two.js",
    ]);
    let nearest = |url: &str| ask(&replay, Method::GET, url, &HeaderMap::new(), None).nearest;
    assert_eq!(nearest("https://a.example/js/two.js"), Some(1));
    assert_eq!(nearest("https://a.example/zzzzzzzzzzzzzz"), None);
    assert_eq!(nearest("https://unknown.example/js/one.js"), None);
}

#[test]
fn where_nothing_was_recorded_everything_is_a_miss() {
    assert_eq!(get(&recorded(&[]), "https://a.example/"), (Rung::Miss, None));
}

#[test]
fn the_shared_start_is_a_part_of_the_longer_path() {
    assert_eq!(shared_start("/abc", "/abd"), 0.75);
    assert_eq!(shared_start("/a", "/abc"), 0.5);
    assert_eq!(shared_start("", ""), 0.0);
}
