//! Sessions that clients may take up again. Where connections are followed they are kept here, each for one use: early data
//! is taken of no other (RFC 8446, 8.1), and what was taken up shows.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustls::ServerConfig;
use rustls::server::{ServerSessionMemoryCache, StoresServerSessions};

/// Two for each connection of a page of many hosts, for all that a browser may open meanwhile.
const SESSIONS: usize = 10_000;

pub fn kept() -> Arc<dyn StoresServerSessions> {
    ServerSessionMemoryCache::new(SESSIONS)
}

/// The same configuration for one connection: `is_resumed` is set where it takes a session up.
pub fn of_one_connection(tls: &ServerConfig, is_resumed: Arc<AtomicBool>) -> ServerConfig {
    let mut own = tls.clone();
    own.session_storage = Arc::new(Noting { sessions: Arc::clone(&tls.session_storage), is_resumed });
    own
}

#[derive(Debug)]
struct Noting {
    sessions: Arc<dyn StoresServerSessions>,
    is_resumed: Arc<AtomicBool>,
}

impl StoresServerSessions for Noting {
    fn put(&self, key: Vec<u8>, value: Vec<u8>) -> bool {
        self.sessions.put(key, value)
    }

    fn get(&self, key: &[u8]) -> Option<Vec<u8>> {
        self.sessions.get(key)
    }

    fn take(&self, key: &[u8]) -> Option<Vec<u8>> {
        let session = self.sessions.take(key);
        if session.is_some() {
            self.is_resumed.store(true, Ordering::Release);
        }
        session
    }

    fn can_cache(&self) -> bool {
        self.sessions.can_cache()
    }
}
