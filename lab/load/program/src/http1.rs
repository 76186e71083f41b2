//! HTTP/1.1: one fetch at a time.

use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1::{Builder, SendRequest};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;

use crate::connection::Driver;
use crate::failures::{Fault, Kind};
use crate::fetch::{Fetch, Progress};
use crate::over_tcp::{head_fault, receive};

/// Thousands of users have six connections each, and hyper keeps a buffer for each. rustls holds what is read later.
const READ_BYTES: usize = 4 * 1024;

pub struct Http1 {
    sender: SendRequest<Full<Bytes>>,
    driver: Driver,
}

impl Http1 {
    pub async fn open(stream: TlsStream<TcpStream>) -> Result<Self, Kind> {
        let (sender, connection) = Builder::new()
            .read_buf_exact_size(Some(READ_BYTES))
            .handshake(TokioIo::new(stream))
            .await
            .map_err(|_| Kind::ConnectionReset)?;
        let driver = Driver::new(tokio::spawn(async move {
            // What goes wrong is the fetch's to say.
            let _ = connection.await;
        }));
        Ok(Self { sender, driver })
    }

    pub async fn fetch(&mut self, fetch: &Fetch, progress: &mut impl Progress) -> Result<u64, Fault> {
        self.sender.ready().await.map_err(|error| head_fault(&error))?;
        let response = self.sender.send_request(fetch.request(Full::new(fetch.body.clone())));
        receive(fetch, response.await.map_err(|error| head_fault(&error))?, progress).await
    }

    pub fn close(self) {
        self.driver.release();
    }
}
