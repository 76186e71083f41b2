//! The task of a connection.

use tokio::task::JoinHandle;

/// The task that moves a connection's bytes; dropped, it is aborted.
pub struct Driver(Option<JoinHandle<()>>);

impl Driver {
    pub fn new(task: JoinHandle<()>) -> Self {
        Self(Some(task))
    }

    /// Lets it end by itself, with the last words of its protocol.
    pub fn release(mut self) {
        self.0 = None;
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if let Some(task) = &self.0 {
            task.abort();
        }
    }
}
