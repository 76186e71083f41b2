//! Says which node is due when: a node starts when the last of its edges is due. Knows nothing of the network.  What the
//! browser's queue holds back goes earlier where the queue has room, as Chromium lets pictures go before the body of a document
//! is there (blink, ResourceLoadScheduler): by urgency, then in their order, and not while a script keeps the main thread.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::time::Duration;

use crate::graph_order::{Edge, GraphOrder, When, Work};

/// Chromium gives the first pictures of a document this urgency (`kBoostImagePriority`).
const MEDIUM: u8 = 2;
/// The queue has room for one more where fewer than so many are under way, or fewer of medium urgency if it is of that itself
/// (`tight_limit`, `tight_medium_limit`).
const MOST_WHILE_HELD: usize = 2;

/// All moments count from the load's start.
pub struct Walk {
    parents: Vec<Parent>,
    /// States of each node, and behind them of the load event.
    states: Vec<State>,
    due: BinaryHeap<Reverse<(Duration, usize)>>,
    queue: Queue,
    thread: Thread,
}

#[derive(Default)]
struct Queue {
    /// That have started and not ended: all that count, and those of medium urgency.
    under_way: usize,
    medium_under_way: usize,
    /// Sorted by their urgency, those that nothing else holds back.
    asked: BTreeSet<(u8, usize)>,
}

/// The page's main thread, as far as its scripts keep it.
#[derive(Default)]
struct Thread {
    busy_until: Duration,
    /// Moment when it last looked at what has come: scripts that were there by then run without a pause.
    looked: Duration,
    /// It looks again when it is free: a moment of this kind is due.
    is_to_look: bool,
}

/// Edges that wait for a node.
#[derive(Default)]
struct Parent {
    /// The nearest last.
    edges: Vec<Out>,
}

struct Out {
    when: When,
    child: usize,
    wait: Duration,
    is_held: bool,
}

struct State {
    /// Edges that are to come, but for those of the queue.
    waiting: usize,
    /// Edges of the queue.
    queue_edges: usize,
    due: Duration,
    /// Moment when the last edge of the queue is due.
    freed: Duration,
    /// Moment when the last of the fetches that it waits for was due.
    fetched: Duration,
    kind: Kind,
    stage: Stage,
}

#[derive(Clone, Copy)]
enum Kind {
    /// Its end nobody knows before it comes.
    Fetch {
        urgency: u8,
        is_throttled: bool,
        /// Time from when the page sends it on, and the queue counts it, until it goes out.
        hold: Duration,
    },
    Compute {
        length: Duration,
        is_script: bool,
    },
    Load,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Waiting,
    /// Only the queue holds it back.
    Asked,
    /// The queue has let it go, though it holds others back.
    LetGo,
    /// The page has sent it on; it goes out when it is due.
    SentOn,
    Started,
}

/// Names what has come due.
pub enum Due {
    Fetch(usize),
    Load,
}

impl Walk {
    pub fn new(order: &GraphOrder) -> Self {
        let mut parents: Vec<Parent> = order.nodes.iter().map(|_| Parent::default()).collect();
        let mut states = Vec::with_capacity(order.nodes.len() + 1);
        let mut due = BinaryHeap::new();
        let mut add = |child: usize, after: &[Edge]| {
            for edge in after {
                let wait = order.scaled(edge.wait_ms);
                parents[edge.node].edges.push(Out { when: edge.when, child, wait, is_held: edge.is_held });
            }
        };
        for (id, node) in order.nodes.iter().enumerate() {
            add(id, &node.after);
            let kind = match &node.work {
                Work::Compute(work) => {
                    Kind::Compute { length: order.scaled(work.ms), is_script: work.is_script }
                }
                Work::Fetch(work) => Kind::Fetch {
                    urgency: work.urgency,
                    is_throttled: work.is_throttled,
                    hold: order.scaled(work.held_ms),
                },
            };
            let start = if node.after.is_empty() { order.scaled(node.start_ms) } else { Duration::ZERO };
            if node.after.is_empty() {
                due.push(Reverse((start, id)));
            }
            states.push(State::new(&node.after, start, kind));
        }
        add(order.nodes.len(), &order.load);
        states.push(State::new(&order.load, Duration::ZERO, Kind::Load));
        for parent in &mut parents {
            parent.edges.sort_by_key(|edge| Reverse(edge.when.rank()));
        }
        Self { parents, states, due, queue: Queue::default(), thread: Thread::default() }
    }

    /// The bytes of a node's body that something waits for, in order.
    pub fn thresholds(&self, node: usize) -> impl Iterator<Item = u64> {
        self.parents[node].edges.iter().rev().filter_map(|edge| match edge.when {
            When::Bytes(bytes) => Some(bytes),
            _ => None,
        })
    }

    /// Records what a node has reached, and with it all that comes before.
    pub fn reach(&mut self, node: usize, when: When, at: Duration) {
        let is_fetch = matches!(self.states[node].kind, Kind::Fetch { .. });
        let edges = &mut self.parents[node].edges;
        let first = edges.partition_point(|edge| edge.when.rank() > when.rank());
        for Out { child, wait, is_held, .. } in edges.split_off(first) {
            let state = &mut self.states[child];
            if is_held {
                state.freed = state.freed.max(at + wait);
                state.queue_edges -= 1;
            } else {
                state.due = state.due.max(at + wait);
                state.waiting -= 1;
            }
            if is_fetch {
                state.fetched = state.fetched.max(at + wait);
            }
            if state.waiting == 0 && (state.queue_edges == 0 || state.may_go_early()) {
                let due = if state.queue_edges == 0 { state.due.max(state.freed) } else { state.due };
                self.due.push(Reverse((due, child)));
            }
        }
        let state = &self.states[node];
        if when == When::Finished && state.stage == Stage::Started && self.queue.leave(state.kind) {
            self.let_go(at);
        }
    }

    /// Lets go as many of those that only the queue holds back as it has room for, when the main thread is free.
    fn let_go(&mut self, at: Duration) {
        if self.queue.asked.is_empty() {
            return;
        }
        if at < self.thread.busy_until {
            self.look_when_free();
            return;
        }
        while let Some(node) = self.queue.next() {
            let state = &mut self.states[node];
            state.stage = Stage::LetGo;
            self.queue.enter(state.kind);
            self.due.push(Reverse((at, node)));
        }
    }

    fn look_when_free(&mut self) {
        if !self.thread.is_to_look {
            self.thread.is_to_look = true;
            self.due.push(Reverse((self.thread.busy_until, self.look())));
        }
    }

    /// Stands for the main thread's look at what has come, behind all nodes and the load event.
    fn look(&self) -> usize {
        self.states.len()
    }

    /// The next that is due by `now`, and when it was. Computations end on time, however late they are looked at.
    pub fn next(&mut self, now: Duration) -> Option<(Due, Duration)> {
        while let Some(Reverse((at, node))) = self.due.peek().copied().filter(|Reverse((at, _))| *at <= now) {
            self.due.pop();
            if node == self.look() {
                self.thread.is_to_look = false;
                self.let_go(at);
                continue;
            }
            let state = &mut self.states[node];
            match state.stage {
                Stage::Started => continue,
                // It may have come due twice, by the queue and by its edges.
                Stage::SentOn if at < state.due => continue,
                Stage::SentOn => {
                    state.stage = Stage::Started;
                    return Some((Due::Fetch(node), at));
                }
                Stage::Waiting | Stage::Asked | Stage::LetGo => {}
            }
            let is_let_go = state.stage == Stage::LetGo;
            if !is_let_go && (state.queue_edges > 0 || state.freed > at) {
                if let Kind::Fetch { urgency, .. } = state.kind {
                    state.stage = Stage::Asked;
                    self.queue.asked.insert((urgency, node));
                    self.let_go(at);
                }
                continue;
            }
            let (kind, fetched) = (state.kind, state.fetched);
            match kind {
                Kind::Load => return Some((Due::Load, at)),
                Kind::Fetch { urgency, hold, .. } => {
                    state.stage = Stage::SentOn;
                    state.due = at + hold;
                    self.due.push(Reverse((at + hold, node)));
                    self.queue.asked.remove(&(urgency, node));
                    if !is_let_go {
                        self.queue.enter(kind);
                    }
                }
                Kind::Compute { length, is_script } => {
                    state.stage = Stage::Started;
                    if is_script {
                        self.run(at, length, fetched);
                    }
                    self.reach(node, When::Finished, at + length);
                }
            }
        }
        None
    }

    /// A script keeps the main thread. Before one that had not come when it last looked, it looks again.
    fn run(&mut self, at: Duration, length: Duration, fetched: Duration) {
        let Thread { busy_until, looked, .. } = self.thread;
        if at > busy_until || (at == busy_until && fetched > looked) {
            self.let_go(at);
            self.thread.looked = at;
        }
        self.thread.busy_until = self.thread.busy_until.max(at + length);
    }

    pub fn next_due(&self) -> Option<Duration> {
        self.due.peek().map(|Reverse((at, _))| *at)
    }
}

impl State {
    fn new(after: &[Edge], due: Duration, kind: Kind) -> Self {
        let queue_edges = after.iter().filter(|edge| edge.is_held).count();
        let waiting = after.len() - queue_edges;
        let (freed, fetched) = (Duration::ZERO, Duration::ZERO);
        Self { waiting, queue_edges, due, freed, fetched, kind, stage: Stage::Waiting }
    }

    fn may_go_early(&self) -> bool {
        matches!(self.kind, Kind::Fetch { is_throttled: true, urgency: MEDIUM.., .. })
    }
}

impl Queue {
    fn enter(&mut self, kind: Kind) {
        if let Kind::Fetch { urgency, is_throttled: true, .. } = kind {
            self.under_way += 1;
            self.medium_under_way += usize::from(urgency == MEDIUM);
        }
    }

    /// Whether that makes room.
    fn leave(&mut self, kind: Kind) -> bool {
        let Kind::Fetch { urgency, is_throttled: true, .. } = kind else { return false };
        self.under_way -= 1;
        self.medium_under_way -= usize::from(urgency == MEDIUM);
        true
    }

    /// Takes the most urgent, if there is room for it.
    fn next(&mut self) -> Option<usize> {
        let (urgency, node) = *self.asked.first()?;
        let under_way = if urgency == MEDIUM { self.medium_under_way } else { self.under_way };
        (under_way < MOST_WHILE_HELD).then(|| {
            self.asked.pop_first();
            node
        })
    }
}

impl When {
    /// The order in which they come.
    fn rank(self) -> (u8, u64) {
        match self {
            Self::FirstByte => (0, 0),
            Self::Bytes(bytes) => (1, bytes),
            Self::Finished => (2, 0),
        }
    }
}

#[cfg(test)]
mod tests;
