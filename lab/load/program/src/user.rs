//! A page user: loads the page, thinks, comes again.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::failures::Kind;
use crate::host_connections::{HostConnections, Opener};
use crate::order::Connections;
use crate::page::Page;
use crate::target::Target;
use crate::tls::Tls;

/// The timer's: a page that is begun this late is not late.
const TICK: Duration = Duration::from_millis(1);

pub struct Habits {
    pub page: Page,
    pub connections: Connections,
    pub think: Duration,
    pub page_limit: Duration,
    /// None: no end.
    pub pages: Option<u32>,
}

pub struct User {
    habits: Arc<Habits>,
    opener: Opener,
    hosts: Vec<HostConnections>,
}

impl User {
    pub fn new(habits: Arc<Habits>, targets: &[Arc<Target>], opener: &Opener) -> Self {
        let opener = Opener { tls: opener.tls.as_ref().map(Tls::for_user), tally: Arc::clone(&opener.tally) };
        let hosts =
            targets.iter().map(|target| HostConnections::new(Arc::clone(target), opener.clone())).collect();
        Self { habits, opener, hosts }
    }

    /// Visits from when the first page should begin to when the last one has ended.
    pub async fn visit(mut self, arrival: Instant) {
        let tally = Arc::clone(&self.opener.tally);
        let habits = Arc::clone(&self.habits);
        tally.user_arrived();
        let mut due = arrival;
        let mut pages = 0;
        while habits.pages.is_none_or(|most| pages < most) {
            // A timer takes up to its millisecond also where nobody thinks.
            if due > Instant::now() {
                sleep_until(due).await;
            }
            // The client's lateness counts too: a server that is slow to others makes nobody wait unseen.
            let begin = Instant::now().min(due + TICK);
            tally.page_started(begin.elapsed());
            match timeout_at(begin + habits.page_limit, self.load()).await {
                Ok(true) => tally.page_done(begin.elapsed()),
                Ok(false) => tally.page_failed(),
                Err(_) => {
                    tally.error(Kind::PageTimeout);
                    tally.page_failed();
                    self.hosts.iter_mut().for_each(HostConnections::abort);
                }
            }
            if habits.connections != Connections::Kept {
                self.hosts.iter_mut().for_each(HostConnections::close);
            }
            pages += 1;
            due = Instant::now() + habits.think;
        }
        self.hosts.iter_mut().for_each(HostConnections::close);
        tally.user_left();
    }

    /// Whether every answer was as it should be.
    async fn load(&mut self) -> bool {
        let Page { document_host, document, resources } = &self.habits.page;
        if self.hosts[*document_host].fetch_all(document).await > 0 {
            return false;
        }
        let hosts = self.hosts.iter_mut().zip(resources);
        let failed = join_all(hosts.map(|(host, fetches)| host.fetch_all(fetches))).await;
        failed.iter().all(|count| *count == 0)
    }
}
