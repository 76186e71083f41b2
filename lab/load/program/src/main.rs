//! Page users who load a page over one protocol, again and again: `towline-load ORDER.json`. Standard output has a line
//! of JSON for each second. Ends when all users have left, the time is over, standard input ends or a signal comes.

mod allowed_addresses;
mod answer_check;
mod arrivals;
mod connection;
mod driver;
mod failures;
mod fetch;
mod file_limit;
mod graph;
mod graph_certificates;
mod graph_events;
mod graph_group;
mod graph_load;
mod graph_names;
mod graph_order;
mod graph_report;
mod graph_request;
mod graph_sockets;
mod graph_urgency;
mod graph_walk;
mod host_connections;
mod http1;
mod http2;
mod http3;
mod look_up;
mod order;
mod order_lines;
mod over_tcp;
mod page;
mod precise_timer;
mod report;
mod separate_requests;
mod tally;
mod target;
mod tcp;
mod tls;
mod udp;
mod usage;
mod user;
mod verified_chains;

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::process::exit;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};
use towline_process::failure::{Failure, abort_on_panic};
use towline_process::stop;
use towline_process::versions::{LIBRARIES, version_line};

use crate::arrivals::arrivals;
use crate::host_connections::Opener;
use crate::order::{Connections, Order};
use crate::page::Page;
use crate::report::{Report, Why};
use crate::tally::Tally;
use crate::target::Target;
use crate::tls::Tls;
use crate::user::{Habits, User};

/// A quarter of a page over HTTP/2 was the C library's allocator and its copies.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const USAGE: i32 = 64;
const SECOND: Duration = Duration::from_secs(1);

/// One thread, so that one core is what it can use and what it is measured against.
#[tokio::main(flavor = "current_thread")]
async fn main() {
    abort_on_panic();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["--version"] => {
            println!("{}", version_line(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"), &LIBRARIES));
            return;
        }
        ["graph"] => graph::run().await,
        [file] => run(Path::new(file)).await,
        _ => {
            eprintln!("usage: towline-load ORDER.json | graph | --version");
            exit(USAGE);
        }
    };
    if let Err(failure) = result {
        failure.end(env!("CARGO_PKG_NAME"));
    }
    // The program does not wait for the connections.
    exit(0);
}

async fn run(file: &Path) -> Result<(), Failure> {
    stop::end_with_input();
    let order = Order::read(file)?;
    let tally = Arc::new(Tally::default());
    let sessions = (order.connections == Connections::Resumed).then_some(order.hosts.len());
    let tls = match &order.ca_file {
        Some(ca_file) => Some(Tls::new(ca_file, order.protocol, sessions)?),
        None => None,
    };
    let opener = Opener { tls, tally: Arc::clone(&tally) };
    let habits = Arc::new(Habits {
        page: Page::new(&order)?,
        connections: order.connections,
        think: Duration::from_millis(order.think_ms),
        page_limit: Duration::from_millis(order.page_limit_ms),
        pages: order.pages_per_user,
    });
    let file_limit = file_limit::raise(&order)?;
    let mut report = Report::begin(&order, &tally, file_limit).map_err(Failure::output)?;
    let crowd = crowd(&order, report.start(), &habits, &opener);
    let why = until_end(&order, crowd, &mut report).await?;
    report.end(why).map_err(Failure::output)
}

/// All users, from the first one's arrival until the last one has left.
async fn crowd(order: &Order, start: Instant, habits: &Arc<Habits>, opener: &Opener) {
    let targets: Vec<_> = order
        .hosts
        .iter()
        .map(|host| {
            Arc::new(Target {
                protocol: order.protocol,
                name: host.name.clone(),
                address: SocketAddr::new(host.address, host.port),
                limit: Duration::from_millis(order.connect_limit_ms),
            })
        })
        .collect();
    let mut users = JoinSet::new();
    for arrival in arrivals(&order.ramp, order.seed) {
        let arrival = start + arrival;
        sleep_until(arrival).await;
        users.spawn(User::new(Arc::clone(habits), &targets, opener).visit(arrival));
    }
    while users.join_next().await.is_some() {}
}

async fn until_end(
    order: &Order,
    crowd: impl Future<Output = ()>,
    report: &mut Report<'_>,
) -> Result<Why, Failure> {
    let end = report.start() + Duration::from_millis(order.duration_ms);
    let mut seconds = interval_at(report.start() + SECOND, SECOND);
    seconds.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let signalled = stop::signalled();
    tokio::pin!(crowd, signalled);
    loop {
        tokio::select! {
            biased;
            signal = &mut signalled => return signal.map(|()| Why::Signal),
            () = sleep_until(end) => return Ok(Why::Duration),
            _ = seconds.tick() => report.second().map_err(|error: io::Error| Failure::output(error))?,
            () = &mut crowd => return Ok(Why::Finished),
        }
    }
}
