//! Which node is due when: a node starts when the last of its edges is due. Knows nothing of the network.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem::take;
use std::time::Duration;

use crate::graph_order::{Edge, GraphOrder, When, Work};

/// All moments count from the load's start.
pub struct Walk {
    parents: Vec<Parent>,
    /// Of each node, and behind them of the load event.
    states: Vec<State>,
    due: BinaryHeap<Reverse<(Duration, usize)>>,
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
}

struct State {
    waiting: usize,
    due: Duration,
    /// None: a fetch, whose end nobody knows before it comes.
    compute: Option<Duration>,
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
                parents[edge.node].edges.push(Out { when: edge.when, child, wait });
            }
        };
        for (id, node) in order.nodes.iter().enumerate() {
            add(id, &node.after);
            let compute = match &node.work {
                Work::Compute(work) => Some(order.scaled(work.ms)),
                Work::Fetch(_) => None,
            };
            let start = if node.after.is_empty() { order.scaled(node.start_ms) } else { Duration::ZERO };
            if node.after.is_empty() {
                due.push(Reverse((start, id)));
            }
            states.push(State { waiting: node.after.len(), due: start, compute });
        }
        add(order.nodes.len(), &order.load);
        states.push(State { waiting: order.load.len(), due: Duration::ZERO, compute: None });
        for parent in &mut parents {
            parent.edges.sort_by_key(|edge| Reverse(edge.when.rank()));
        }
        Self { parents, states, due }
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
        for Out { child, wait, .. } in edges.split_off(first) {
            let state = &mut self.states[child];
            state.due = state.due.max(at + wait);
            state.waiting -= 1;
            if state.waiting == 0 {
                self.due.push(Reverse((state.due, child)));
            }
        }
    }

    /// The next that is due by `now`, and when it was. Computations end on time, however late they are looked at.
    pub fn next(&mut self, now: Duration) -> Option<(Due, Duration)> {
        while let Some(Reverse((at, node))) = self.due.peek().copied().filter(|Reverse((at, _))| *at <= now) {
            self.due.pop();
            if node == self.parents.len() {
                return Some((Due::Load, at));
            }
            match take(&mut self.states[node].compute) {
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
