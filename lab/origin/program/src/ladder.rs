//! Says which recorded answer a request gets. From the first rung to the last it resembles what was recorded less; each is
//! named in the response, so that whoever loads the page can count them.

use http::{Method, StatusCode};

use crate::asked::Asked;
use crate::likeness::{path_pattern, query_likeness};
use crate::recorded::Answer;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rung {
    /// The same URL, and the same body of the request where it has one: the n-th time it gets the n-th answer.
    Url,
    /// The same path, and a query that is alike.
    Query,
    /// The same path but for numbers and hashes.
    Path,
    /// The same URL or path, another body of the request.
    Body,
    /// A question before a request of another origin that nobody recorded, whose answer follows from the question.
    Preflight,
    Miss,
}

impl Rung {
    pub fn name(self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::Query => "query",
            Self::Path => "path",
            Self::Body => "body",
            Self::Preflight => "preflight",
            Self::Miss => "miss",
        }
    }
}

pub struct Found {
    pub rung: Rung,
    /// Index into the answers; none of a miss and of a preflight.
    pub answer: Option<usize>,
    /// Nearest answer to a miss on the same host.
    pub nearest: Option<usize>,
}

/// Counted from 0 to 1.
type Likeness<'a> = dyn Fn(&Answer) -> f64 + 'a;

/// Queries that are less alike ask for something else.
const LEAST_LIKENESS: f64 = 0.5;

/// An answer that resembles a miss less is no help to whoever reads of it.
const LEAST_NEARNESS: f64 = 0.3;

/// `answers` are those of the host, `given` says how often each was given. Where the answers to two requests are as alike, the
/// one that was given less often goes first, then the earlier.
pub fn find<'a>(
    answers: impl Iterator<Item = (usize, &'a Answer)>,
    given: impl Fn(usize) -> usize,
    asked: &Asked,
) -> Found {
    let candidates: Vec<(usize, &Answer)> = answers.filter(|(_, answer)| may_answer(answer, asked)).collect();
    let same_body = |answer: &Answer| answer.request_body_sha256 == asked.body_sha256;
    let query_of = |answer: &Answer| query_likeness(&asked.target, &answer.target, &answer.volatile);
    let same_url = |answer: &Answer| {
        let is_exact = answer.method == *asked.method && answer.range.as_ref() == asked.range();
        match (answer.target == asked.target, is_exact) {
            (true, true) => 1.0,
            // The whole for a part of it, or a GET for a HEAD.
            (true, false) => 0.9,
            (false, _) => 0.0,
        }
    };
    let same_path =
        |answer: &Answer| if answer.target.is_same_path(&asked.target) { query_of(answer) } else { 0.0 };
    let pattern = path_pattern(&asked.target.path);
    let alike_path = |answer: &Answer| {
        let is_alike = pattern.is_some()
            && answer.target.is_same_host(&asked.target)
            && path_pattern(&answer.target.path) == pattern;
        if is_alike { query_of(answer) } else { 0.0 }
    };
    let rungs: [(Rung, &Likeness); 5] = [
        (Rung::Url, &|answer| if same_body(answer) { same_url(answer) } else { 0.0 }),
        (Rung::Query, &|answer| if same_body(answer) { same_path(answer) } else { 0.0 }),
        (Rung::Path, &|answer| if same_body(answer) { alike_path(answer) } else { 0.0 }),
        (Rung::Body, &same_url),
        (Rung::Body, &same_path),
    ];
    for (rung, likeness) in rungs {
        if let Some((index, _)) = best(&candidates, &given, likeness, LEAST_LIKENESS) {
            return Found { rung, answer: Some(index), nearest: None };
        }
    }
    if asked.is_preflight() {
        return Found { rung: Rung::Preflight, answer: None, nearest: None };
    }
    let near = |answer: &Answer| same_path(answer).max(shared_start(&answer.target.path, &asked.target.path));
    let nearest = best(&candidates, &given, near, LEAST_NEARNESS).map(|(index, _)| index);
    Found { rung: Rung::Miss, answer: None, nearest }
}

fn may_answer(answer: &Answer, asked: &Asked) -> bool {
    let same_method =
        answer.method == *asked.method || (*asked.method == Method::HEAD && answer.method == Method::GET);
    // A client without a cached copy never gets 304.
    let is_unasked_304 = answer.status == Some(StatusCode::NOT_MODIFIED) && !asked.is_conditional();
    let same_range = answer.range.is_none() || answer.range.as_ref() == asked.range();
    same_method && same_range && !is_unasked_304
}

fn best<'a>(
    candidates: &[(usize, &'a Answer)],
    given: impl Fn(usize) -> usize,
    likeness: impl Fn(&Answer) -> f64,
    least: f64,
) -> Option<(usize, &'a Answer)> {
    let mut found: Option<(f64, usize, usize, &Answer)> = None;
    for (index, answer) in candidates {
        let alike = likeness(answer);
        if alike <= 0.0 || alike < least {
            continue;
        }
        let times_given = given(*index);
        let is_better = found.as_ref().is_none_or(|(best, times, at, _)| {
            alike > *best || (alike == *best && goes_before(times_given, *index, *times, *at))
        });
        if is_better {
            found = Some((alike, times_given, *index, answer));
        }
    }
    found.map(|(_, _, index, answer)| (index, answer))
}

/// One that was not given yet in its order; then the last, again and again.
fn goes_before(given: usize, index: usize, other_given: usize, other_index: usize) -> bool {
    match (given == 0, other_given == 0) {
        (true, false) => true,
        (false, true) => false,
        (true, true) => index < other_index,
        (false, false) => index > other_index,
    }
}

/// Part of the longer path that both begin with.
fn shared_start(a: &str, b: &str) -> f64 {
    let shared = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    shared as f64 / a.len().max(b.len()).max(1) as f64
}

#[cfg(test)]
mod tests;
