//! The answers of a recorded page, in memory, and which of them a load has had.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http::Method;
use serde::Deserialize;

use crate::asked::Asked;
use crate::failure::Failure;
use crate::ladder::{Found, find};
use crate::order_file::read_order;
use crate::recorded::{Answer, Fault, RecordedAnswer};
use crate::target::Target;

/// One JSON file, written from a recording.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ReplayFile {
    /// The first request of a load.
    page: String,
    /// Folder of the bodies, absolute or below that of this file.
    bodies: PathBuf,
    /// File in the folder that this program was started in: says which recorded load's think times the next load gets.
    #[serde(default)]
    load_file: Option<PathBuf>,
    /// Sorted by when they were asked for.
    answers: Vec<RecordedAnswer>,
}

pub struct Replay {
    page: Target,
    /// Documents that a load gets under the page's own URL: more than one where it redirects to itself or is reloaded.
    page_documents: usize,
    pub answers: Vec<Answer>,
    by_host: HashMap<String, Vec<usize>>,
    pub size_bytes: usize,
    load_file: Option<PathBuf>,
    load: Mutex<Load>,
}

/// The answer to a request, and how long after it.
pub struct Given<'a> {
    pub answer: &'a Answer,
    pub think: Duration,
}

/// The answers that the load under way has had.
#[derive(Default)]
struct Load {
    page_documents: usize,
    connections: HashSet<u64>,
    /// The recorded load whose think times it gets.
    recorded: Option<usize>,
    /// Says how often, by the answer's index.
    given: HashMap<usize, usize>,
}

impl Replay {
    pub fn read(file: &Path) -> Result<Self, Failure> {
        let text = read_order(file)?;
        let order: ReplayFile = serde_json::from_str(&text).map_err(|error| Failure::config(file, error))?;
        let folder = file.parent().unwrap_or(Path::new(".")).join(&order.bodies);
        let wrong = |url: &str| Failure::config(file, format_args!("{url} is no absolute URL"));
        let page = Target::parse(&order.page).ok_or_else(|| wrong(&order.page))?;
        let mut bodies: HashMap<String, Bytes> = HashMap::new();
        let mut answers = Vec::with_capacity(order.answers.len());
        for each in order.answers {
            let target = Target::parse(&each.url).ok_or_else(|| wrong(&each.url))?;
            answers.push(each.checked(target, &folder, &mut bodies).map_err(|why| match why {
                Fault::Value(why) => Failure::config(file, why),
                Fault::Body(body, why) => Failure::input(&body, why),
            })?);
        }
        let mut by_host: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, answer) in answers.iter().enumerate() {
            by_host.entry(answer.target.host.clone()).or_default().push(index);
        }
        let of_page = |answer: &&Answer| answer.method == Method::GET && answer.target == page;
        Ok(Self {
            page_documents: answers.iter().filter(of_page).count().max(1),
            page,
            size_bytes: bodies.values().map(Bytes::len).sum(),
            answers,
            by_host,
            load_file: order.load_file,
            load: Mutex::new(Load::default()),
        })
    }

    /// The answer to give, and the rung of the ladder that it was found on. `connection`: any number that no other has.
    pub fn answer(&self, connection: u64, asked: &Asked) -> (Found, Option<Given<'_>>) {
        // Nothing panics while it is held.
        let mut load = self.load.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.is_document() && asked.target == self.page {
            // A page that redirects to itself stays in one load, whose connection it uses again.
            if load.page_documents >= self.page_documents || !load.connections.contains(&connection) {
                *load = Load { recorded: self.recorded_load(), ..Load::default() };
            }
            load.page_documents += 1;
        }
        let is_first = load.connections.insert(connection);
        let known = self.by_host.get(&asked.target.host).into_iter().flatten();
        let answers = known.filter_map(|index| Some((*index, self.answers.get(*index)?)));
        let found = find(answers, |index| load.given.get(&index).copied().unwrap_or(0), asked);
        let answer = found.answer.and_then(|index| self.answers.get(index));
        // A browser takes a failure over a connection that it has used before for the end of it, and asks again.
        let is_asked_again =
            asked.is_http1 && !is_first && answer.is_some_and(|answer| answer.status.is_none());
        if let Some(index) = found.answer.filter(|_| !is_asked_again) {
            *load.given.entry(index).or_default() += 1;
        }
        let think = |answer: &Answer| {
            load.recorded.and_then(|index| answer.think_by_load.get(index)).copied().unwrap_or(answer.think)
        };
        (found, answer.map(|answer| Given { answer, think: think(answer) }))
    }

    /// None where nobody has chosen one.
    fn recorded_load(&self) -> Option<usize> {
        let text = fs::read_to_string(self.load_file.as_ref()?).ok()?;
        text.trim().parse().ok()
    }
}
