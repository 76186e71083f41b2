//! Common parts of the lab's programs: their versions, their orders and lines, how they fail and how they stop, and what a peer
//! may have them keep.

pub mod bounded_http3;
pub mod failure;
pub mod frame_limit;
pub mod hybrid_key_share;
pub mod lines;
pub mod order_file;
#[cfg(target_os = "linux")]
pub mod real_time;
pub mod stop;
pub mod versions;
