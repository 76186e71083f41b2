//! Loads of pages as graphs, one after the other, without a browser: `towline-load graph`. Each ends with its load event or
//! at its limit; the program ends with its standard input, or when a signal comes.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::HeaderName;
use http::{HeaderValue, Method};
use tokio::sync::mpsc::unbounded_channel;
use tokio::time::Instant;
use towline_process::failure::Failure;
use towline_process::lines::say;
use towline_process::stop;

use crate::fetch::{Expected, Fetch};
use crate::graph_load::{GraphLoad, OwnTimes};
use crate::graph_names::Names;
use crate::graph_order::{FetchWork, GraphHost, GraphOrder, Work};
use crate::graph_request::Request;
use crate::graph_sockets::Sockets;
use crate::graph_urgency::priority_field;
use crate::graph_walk::Walk;
use crate::order::{HTTPS_PORT, Protocol};
use crate::order_lines::order_lines;
use crate::target::Target;
use crate::tls::Tls;

/// Time for the last words of connections to leave the machine.
const FAREWELL: Duration = Duration::from_millis(2);

/// Standard input has the file of an order on each line; standard output gets a line for each.
pub async fn run() -> Result<(), Failure> {
    let mut files = order_lines();
    let signalled = stop::signalled();
    tokio::pin!(signalled);
    while let Some(file) = files.recv().await {
        let load = load(Path::new(&file));
        tokio::select! {
            signal = &mut signalled => return signal,
            result = load => result?,
        }
    }
    Ok(())
}

async fn load(file: &Path) -> Result<(), Failure> {
    let order = GraphOrder::read(file)?;
    let tls = Tls::new(&order.ca_file, order.protocol, None)?;
    let walk = Walk::new(&order);
    let groups = Groups::new(&order);
    let mut requests = Vec::with_capacity(order.nodes.len());
    for (node, each) in order.nodes.iter().enumerate() {
        requests.push(match &each.work {
            Work::Compute(_) => None,
            Work::Fetch(work) => Some(Request {
                node,
                group: groups.of_host[work.host],
                host: work.host,
                urgency: work.urgency,
                is_delayable: work.is_delayable,
                fetch: Arc::new(fetch(&order, work).map_err(|error| Failure::config(file, error))?),
                thresholds: walk.thresholds(node).collect(),
            }),
        });
    }
    let (events, inbox) = unbounded_channel();
    let start = Instant::now();
    let names = Names::new(&order);
    let certificate = order.scaled(order.certificate_ms);
    let sockets = Sockets::new(groups.targets, names, tls, certificate, events, order.most_streams, start);
    let own_times = OwnTimes {
        receive: order.scaled(order.receive_ms.of(order.protocol)),
        turnaround: order.scaled(order.turnaround_ms),
    };
    let mut load = GraphLoad::new(start, walk, sockets, requests, inbox, own_times);
    load.until(Duration::from_millis(order.load_limit_ms)).await?;
    let (report, sockets) = load.report();
    say(&report).map_err(Failure::output)?;
    sockets.close();
    tokio::time::sleep(FAREWELL).await;
    Ok(())
}

/// Hosts by the connections that their requests may have in common.
struct Groups {
    of_host: Vec<usize>,
    /// Targets with the host that each is opened for.
    targets: Vec<(Arc<Target>, usize)>,
}

impl Groups {
    fn new(order: &GraphOrder) -> Self {
        let (mut of_host, mut targets, mut pools) = (Vec::new(), Vec::new(), Vec::new());
        for (number, GraphHost { host, pool, .. }) in order.hosts.iter().enumerate() {
            let key = if order.protocol == Protocol::H1 { number } else { *pool };
            let group = pools.iter().position(|each| *each == key).unwrap_or_else(|| {
                pools.push(key);
                let target = Target {
                    protocol: order.protocol,
                    name: host.name.clone(),
                    address: SocketAddr::new(host.address, host.port),
                    limit: Duration::from_millis(order.connect_limit_ms),
                };
                targets.push((Arc::new(target), number));
                targets.len() - 1
            });
            of_host.push(group);
        }
        Self { of_host, targets }
    }
}

fn fetch(order: &GraphOrder, work: &FetchWork) -> Result<Fetch, http::Error> {
    let method = Method::from_bytes(work.method.as_bytes())?;
    let expected = Expected { status: work.status, body_bytes: work.body_bytes };
    let authority = order.hosts[work.host].host.authority(HTTPS_PORT);
    let mut fetch = Fetch::new(order.protocol, method, &authority, &work.path, expected)?;
    fetch.body = Bytes::from(vec![0; work.request_bytes]);
    let fields = fetch.fields();
    for (name, value) in &order.field_sets[work.fields] {
        fields.append(HeaderName::from_bytes(name.as_bytes())?, HeaderValue::from_str(value)?);
    }
    if order.protocol != Protocol::H1 {
        if let Some(value) = priority_field(work.urgency, work.is_incremental) {
            fields.insert(HeaderName::from_static("priority"), value);
        }
    }
    Ok(fetch)
}
