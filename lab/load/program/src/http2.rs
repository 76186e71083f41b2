//! HTTP/2: all fetches at once, within the server's limit of streams.

use std::sync::Arc;

use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;

use crate::driver::Driver;
use crate::failures::{Fault, Kind};
use crate::fetch::{Fetch, Progress};
use crate::over_tcp::{head_fault, receive};
use crate::separate_requests::SeparateRequests;
use crate::tls::{CONNECTION_WINDOW_BYTES, STREAM_WINDOW_BYTES};

pub struct Http2 {
    sender: SendRequest<Full<Bytes>>,
    driver: Arc<Driver>,
}

impl Http2 {
    pub async fn open(stream: TlsStream<TcpStream>) -> Result<Self, Kind> {
        let (sender, connection) = Builder::new(TokioExecutor::new())
            .initial_stream_window_size(STREAM_WINDOW_BYTES)
            .initial_connection_window_size(CONNECTION_WINDOW_BYTES)
            .handshake(TokioIo::new(SeparateRequests::new(stream)))
            .await
            .map_err(|_| Kind::ConnectionReset)?;
        let driver = Driver::new(tokio::spawn(async move {
            // The fetch says what goes wrong.
            let _ = connection.await;
        }));
        Ok(Self { sender, driver: Arc::new(driver) })
    }

    pub async fn fetch(&mut self, fetch: &Fetch, progress: &mut impl Progress) -> Result<u64, Fault> {
        self.sender.ready().await.map_err(|error| head_fault(&error))?;
        let response = self.sender.send_request(fetch.request(Full::new(fetch.body.clone())));
        receive(fetch, response.await.map_err(|error| head_fault(&error))?, progress).await
    }

    pub fn share(&self) -> Self {
        Self { sender: self.sender.clone(), driver: Arc::clone(&self.driver) }
    }

    pub fn close(self) {
        if let Ok(driver) = Arc::try_unwrap(self.driver) {
            driver.release();
        }
    }
}
