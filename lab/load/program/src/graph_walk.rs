//! Which node is due when: a node starts when the last of its edges is due. Knows nothing of the network.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::mem::take;
use std::time::Duration;

use crate::graph_order::{Edge, GraphOrder, When, Work};

/// Chromium gives the first pictures of a document this urgency, and lets so many of them go out at once while it holds back others
/// (blink, ResourceLoadScheduler: `kBoostImagePriority`).
const MEDIUM: u8 = 2;
const MOST_MEDIUM_WHILE_HELD: usize = 2;

/// All moments count from the load's start.
pub struct Walk {
    parents: Vec<Parent>,
    /// Of each node, and behind them of the load event.
    states: Vec<State>,
    due: BinaryHeap<Reverse<(Duration, usize)>>,
    /// Of medium urgency, those that have started and not ended, and those that have not started.
    medium_under_way: usize,
    medium_left: BTreeSet<usize>,
}

/// What waits for a node.
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
    /// Those of the queue.
    held: usize,
    due: Duration,
    /// When the last edge of the queue is due.
    freed: Duration,
    /// None: a fetch, whose end nobody knows before it comes.
    compute: Option<Duration>,
    is_medium: bool,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Waiting,
    /// Only the queue holds it back.
    Asked,
    /// The queue has let it go, though it holds others back.
    LetGo,
    Started,
}

/// What has come due.
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
            let (compute, is_medium) = match &node.work {
                Work::Compute(work) => (Some(order.scaled(work.ms)), false),
                Work::Fetch(work) => (None, work.urgency == MEDIUM),
            };
            let start = if node.after.is_empty() { order.scaled(node.start_ms) } else { Duration::ZERO };
            if node.after.is_empty() {
                due.push(Reverse((start, id)));
            }
            states.push(State::new(&node.after, start, compute, is_medium));
        }
        add(order.nodes.len(), &order.load);
        states.push(State::new(&order.load, Duration::ZERO, None, false));
        for parent in &mut parents {
            parent.edges.sort_by_key(|edge| Reverse(edge.when.rank()));
        }
        let medium_left = (0..states.len()).filter(|node| states[*node].is_medium).collect();
        Self { parents, states, due, medium_under_way: 0, medium_left }
    }

    /// The bytes of a node's body that something waits for, in order.
    pub fn thresholds(&self, node: usize) -> impl Iterator<Item = u64> {
        self.parents[node].edges.iter().rev().filter_map(|edge| match edge.when {
            When::Bytes(bytes) => Some(bytes),
            _ => None,
        })
    }

    /// That came of a node, and with it all that comes before it.
    pub fn came(&mut self, node: usize, when: When, at: Duration) {
        let edges = &mut self.parents[node].edges;
        let first = edges.partition_point(|edge| edge.when.rank() > when.rank());
        for Out { child, wait, is_held, .. } in edges.split_off(first) {
            let state = &mut self.states[child];
            if is_held {
                state.freed = state.freed.max(at + wait);
                state.held -= 1;
            } else {
                state.due = state.due.max(at + wait);
                state.waiting -= 1;
            }
            if state.waiting == 0 && (state.held == 0 || state.is_medium) {
                let due = if state.held == 0 { state.due.max(state.freed) } else { state.due };
                self.due.push(Reverse((due, child)));
            }
        }
        let state = &self.states[node];
        if when == When::Finished && state.is_medium && state.stage == Stage::Started {
            self.medium_under_way -= 1;
            self.let_go(at);
        }
    }

    /// In their order, those that only the queue holds back, where there is room.
    fn let_go(&mut self, at: Duration) {
        while self.medium_under_way < MOST_MEDIUM_WHILE_HELD {
            let Some(first) =
                self.medium_left.first().copied().filter(|node| self.states[*node].stage == Stage::Asked)
            else {
                return;
            };
            self.states[first].stage = Stage::LetGo;
            self.medium_left.remove(&first);
            self.medium_under_way += 1;
            self.due.push(Reverse((at, first)));
        }
    }

    /// The next that is due by `now`, and when it was. Computations end on time, however late they are looked at.
    pub fn next(&mut self, now: Duration) -> Option<(Due, Duration)> {
        while let Some(Reverse((at, node))) = self.due.peek().copied().filter(|Reverse((at, _))| *at <= now) {
            self.due.pop();
            if node == self.parents.len() {
                return Some((Due::Load, at));
            }
            let state = &mut self.states[node];
            if state.stage == Stage::Started {
                continue;
            }
            let is_let_go = state.stage == Stage::LetGo;
            if !is_let_go && (state.held > 0 || state.freed > at) {
                state.stage = Stage::Asked;
                self.let_go(at);
                continue;
            }
            state.stage = Stage::Started;
            let compute = take(&mut state.compute);
            if state.is_medium && !is_let_go {
                self.medium_left.remove(&node);
                self.medium_under_way += 1;
                self.let_go(at);
            }
            match compute {
                None => return Some((Due::Fetch(node), at)),
                Some(length) => self.came(node, When::Finished, at + length),
            }
        }
        None
    }

    pub fn next_due(&self) -> Option<Duration> {
        self.due.peek().map(|Reverse((at, _))| *at)
    }
}

impl State {
    fn new(after: &[Edge], due: Duration, compute: Option<Duration>, is_medium: bool) -> Self {
        let held = after.iter().filter(|edge| edge.is_held).count();
        let waiting = after.len() - held;
        Self { waiting, held, due, freed: Duration::ZERO, compute, is_medium, stage: Stage::Waiting }
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
