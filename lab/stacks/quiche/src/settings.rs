//! Tells quiche of the order. Settings that are not here are quiche's default: CUBIC with HyStart++, pacing, no search for the
//! path's size, no dynamic table of QPACK.

use boring::ssl::{SslContextBuilder, SslFiletype, SslMethod, SslOptions};
use quiche::CongestionControlAlgorithm;
use towline_origin::Failure;
use towline_origin::config::{Config, CongestionControl};

/// Payload of full datagrams, as towline-origin has it: what IPv6 and UDP leave of Ethernet's 1,500 bytes.
pub const DATAGRAM_BYTES: usize = 1_452;
/// quinn's default.
const IDLE_LIMIT_MS: u64 = 30_000;
/// A client may send this before it hears more, of a stream and of all: pages ask, and upload next to nothing.
const WINDOW_BYTES: u64 = 1024 * 1024;
/// Control, QPACK, and others that are ignored.
const UNIDIRECTIONAL_STREAMS: u64 = 100;
/// Limits a request's head, decoded, as in towline-origin.
const MAX_HEAD_BYTES: u64 = 256 * 1024;

/// Configures one endpoint.
pub fn quic(config: &Config) -> Result<quiche::Config, Failure> {
    let tls = tls(config).map_err(|error| Failure::config(&config.cert_file, error))?;
    let failed = |error: quiche::Error| Failure::unavailable("quiche", error);
    let mut quic =
        quiche::Config::with_boring_ssl_ctx_builder(quiche::PROTOCOL_VERSION, tls).map_err(failed)?;
    quic.set_application_protos(quiche::h3::APPLICATION_PROTOCOL).map_err(failed)?;
    // Its bytes differ from load to load.
    quic.grease(false);
    quic.set_max_idle_timeout(IDLE_LIMIT_MS);
    quic.set_max_recv_udp_payload_size(DATAGRAM_BYTES);
    quic.set_max_send_udp_payload_size(DATAGRAM_BYTES);
    quic.set_initial_max_data(WINDOW_BYTES);
    quic.set_initial_max_stream_data_bidi_remote(WINDOW_BYTES);
    quic.set_initial_max_stream_data_uni(WINDOW_BYTES);
    quic.set_initial_max_streams_bidi(config.streams().into());
    quic.set_initial_max_streams_uni(UNIDIRECTIONAL_STREAMS);
    quic.set_disable_active_migration(true);
    quic.set_initial_congestion_window_packets(config.window_packets() as usize);
    quic.set_cc_algorithm(congestion_control(config)?);
    Ok(quic)
}

pub fn http(failed: impl Fn(quiche::h3::Error) -> Failure) -> Result<quiche::h3::Config, Failure> {
    let mut http = quiche::h3::Config::new().map_err(failed)?;
    http.set_max_field_section_size(MAX_HEAD_BYTES);
    Ok(http)
}

fn congestion_control(config: &Config) -> Result<CongestionControlAlgorithm, Failure> {
    match config.congestion_control() {
        CongestionControl::Cubic => Ok(CongestionControlAlgorithm::CUBIC),
        CongestionControl::Reno => Ok(CongestionControlAlgorithm::Reno),
        CongestionControl::Bbr => Err(Failure::unavailable("quiche", "it has no BBR of the first version")),
    }
}

/// Version 1.3 alone, which QUIC asks for, and the key exchange that towline-origin has.
fn tls(config: &Config) -> Result<SslContextBuilder, boring::error::ErrorStack> {
    let mut tls = SslContextBuilder::new(SslMethod::tls())?;
    tls.set_certificate_chain_file(&config.cert_file)?;
    tls.set_private_key_file(&config.key_file, SslFiletype::PEM)?;
    tls.set_curves_list("X25519")?;
    if !config.session_tickets {
        tls.set_options(SslOptions::NO_TICKET);
    }
    Ok(tls)
}
