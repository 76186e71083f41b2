//! A user's connections to one host: six of HTTP/1.1, and requests go to whichever is free; one of HTTP/2 and HTTP/3.

use std::future::ready;
use std::mem::replace;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use tokio::task::JoinHandle;

use crate::connection::Connection;
use crate::failures::{Fault, Kind};
use crate::fetch::Fetch;
use crate::order::Protocol;
use crate::tally::Tally;
use crate::target::Target;
use crate::tls::Tls;

/// Chromium's limit for a host, as all browsers have it.
pub const CONNECTIONS_PER_HOST: usize = 6;

pub struct HostConnections {
    target: Arc<Target>,
    opener: Opener,
    slots: Vec<Slot>,
}

#[derive(Clone)]
pub struct Opener {
    /// None: clear text.
    pub tls: Option<Tls>,
    pub tally: Arc<Tally>,
}

enum Slot {
    Empty,
    Opening(Opening),
    Open { connection: Connection, is_used: bool },
}

impl HostConnections {
    pub fn new(target: Arc<Target>, opener: Opener) -> Self {
        let count = if target.protocol == Protocol::H1 { CONNECTIONS_PER_HOST } else { 1 };
        Self { target, opener, slots: (0..count).map(|_| Slot::Empty).collect() }
    }

    /// Returns how many of them failed.
    pub async fn fetch_all(&mut self, fetches: &[Fetch]) -> usize {
        let Self { target, opener, slots } = self;
        let work = Work { fetches, next: 0.into(), failed: 0.into(), left: fetches.len().into() };
        if target.protocol != Protocol::H1 {
            all_at_once(&mut slots[0], target, opener, &work).await;
            return work.failed.into_inner();
        }
        for slot in slots.iter_mut() {
            slot.settle(&opener.tally).await;
        }
        // Open connections come first.
        slots.sort_by_key(Slot::rank);
        let mut workers: FuturesUnordered<_> = slots
            .iter_mut()
            .take(fetches.len())
            .map(|slot| one_by_one(slot, target, opener, &work))
            .collect();
        // A connection that is still being opened is not waited for.
        while work.left.load(Ordering::Relaxed) > 0 && workers.next().await.is_some() {}
        drop(workers);
        work.failed.into_inner()
    }

    /// Closes in order; those that are being opened are given up.
    pub fn close(&mut self) {
        for slot in &mut self.slots {
            if let Slot::Open { connection, .. } = replace(slot, Slot::Empty) {
                connection.close();
            }
        }
    }

    /// Closes at once, whatever is under way.
    pub fn abort(&mut self) {
        self.slots.fill_with(|| Slot::Empty);
    }
}

impl Slot {
    /// Connections that ended while nobody waited: as in a browser, a connection that failed then fails no request.
    async fn settle(&mut self, tally: &Tally) {
        let Self::Opening(opening) = self else { return };
        if !opening.0.is_finished() {
            return;
        }
        *self = match opening.result().await {
            Ok(connection) => Self::Open { connection, is_used: false },
            Err(kind) => {
                tally.error(kind);
                Self::Empty
            }
        };
    }

    fn rank(&self) -> u8 {
        match self {
            Self::Open { .. } => 0,
            Self::Opening(_) => 1,
            Self::Empty => 2,
        }
    }
}

struct Work<'a> {
    fetches: &'a [Fetch],
    next: AtomicUsize,
    failed: AtomicUsize,
    left: AtomicUsize,
}

impl<'a> Work<'a> {
    fn is_waiting(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.fetches.len()
    }

    fn take(&self) -> Option<&'a Fetch> {
        self.fetches.get(self.next.fetch_add(1, Ordering::Relaxed))
    }

    fn finish(&self, is_failed: bool) {
        self.failed.fetch_add(usize::from(is_failed), Ordering::Relaxed);
        self.left.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn one_by_one(slot: &mut Slot, target: &Arc<Target>, opener: &Opener, work: &Work<'_>) {
    let tally = &opener.tally;
    let mut again = None;
    loop {
        match slot {
            Slot::Empty if again.is_none() && !work.is_waiting() => return,
            Slot::Empty => *slot = Slot::Opening(opener.open(target)),
            Slot::Opening(opening) => match opening.result().await {
                Ok(connection) => *slot = Slot::Open { connection, is_used: false },
                // One request fails with it, as in a browser; the next one tries anew.
                Err(kind) => {
                    *slot = Slot::Empty;
                    tally.error(kind);
                    if again.take().or_else(|| work.take()).is_none() {
                        return;
                    }
                    work.finish(true);
                }
            },
            Slot::Open { connection, is_used } => {
                let Some(fetch) = again.take().or_else(|| work.take()) else { return };
                let was_used = replace(is_used, true);
                match connection.fetch(fetch, &mut ()).await {
                    Ok(body_bytes) => {
                        tally.answer(body_bytes);
                        work.finish(false);
                    }
                    Err(fault) => {
                        if !fault.is_connection_usable {
                            *slot = Slot::Empty;
                        }
                        if was_closed_while_idle(fault, was_used) {
                            again = Some(fetch);
                        } else {
                            tally.error(fault.kind);
                            work.finish(true);
                        }
                    }
                }
            }
        }
    }
}

async fn all_at_once(slot: &mut Slot, target: &Arc<Target>, opener: &Opener, work: &Work<'_>) {
    let tally = &opener.tally;
    let mut waiting: Vec<&Fetch> = work.fetches.iter().collect();
    while !waiting.is_empty() {
        match slot {
            Slot::Empty => *slot = Slot::Opening(opener.open(target)),
            Slot::Opening(opening) => match opening.result().await {
                Ok(connection) => *slot = Slot::Open { connection, is_used: false },
                // All requests that wait for it fail with it, as in a browser.
                Err(kind) => {
                    *slot = Slot::Empty;
                    for _ in waiting.drain(..) {
                        tally.error(kind);
                        work.finish(true);
                    }
                }
            },
            Slot::Open { connection, is_used } => {
                let was_used = replace(is_used, true);
                let fetching = waiting.iter().filter_map(|fetch| {
                    let mut shared = connection.share()?;
                    Some(async move {
                        let result = shared.fetch(fetch, &mut ()).await;
                        if let Ok(body_bytes) = result {
                            tally.answer(body_bytes);
                            work.finish(false);
                        }
                        (*fetch, result.err())
                    })
                });
                let results = join_all(fetching).await;
                waiting.clear();
                let mut is_usable = true;
                for (fetch, fault) in results {
                    let Some(fault) = fault else { continue };
                    is_usable &= fault.is_connection_usable;
                    if was_closed_while_idle(fault, was_used) {
                        waiting.push(fetch);
                    } else {
                        tally.error(fault.kind);
                        work.finish(true);
                    }
                }
                if !is_usable {
                    *slot = Slot::Empty;
                }
            }
        }
    }
}

/// A server may close a connection that nobody uses just when a request is sent: browsers send it again, once.
pub fn was_closed_while_idle(fault: Fault, was_used: bool) -> bool {
    fault.is_unanswered && was_used
}

impl Opener {
    fn open(&self, target: &Arc<Target>) -> Opening {
        let (target, tls, tally) = (Arc::clone(target), self.tls.clone(), Arc::clone(&self.tally));
        Opening(tokio::spawn(async move {
            let Some(tls) = tls else {
                let connection = Connection::open_clear(&target).await?;
                tally.connection(None);
                return Ok(connection);
            };
            let opened = Connection::open(&target, &tls, || {}, ready(Ok(()))).await?;
            tally.connection(opened.is_resumed);
            Ok(opened.connection)
        }))
    }
}

/// Goes on while nobody waits for it; dropped, it is given up.
struct Opening(JoinHandle<Result<Connection, Kind>>);

impl Opening {
    async fn result(&mut self) -> Result<Connection, Kind> {
        (&mut self.0).await.unwrap_or(Err(Kind::ClientLimit))
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        self.0.abort();
    }
}
