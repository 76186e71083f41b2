import { packetsBeforeDrop, THROTTLED, type UdpPath } from '../../model/udp-path.ts'
import { CLIENT_INTERFACE, LINK_INTERFACE } from './topology.ts'

export const UDP_TABLE = 'towline_udp'

/** Questions to the name server, which a browser asks over UDP as well, pass. */
const DNS_PORT = 53
const BYTES_PER_MBIT = 125_000
/** A policer lets this pass at once: ten full packets. */
const BURST_BYTES = 15_000
const PERCENT = 100

/**
 * Rules for nft(8) that put a path of UDP in place of whatever was there, for the router that client and servers reach each
 * other by: at their own ends a packet that is stopped would be an error of the socket. Counters say what was passed and
 * stopped.
 */
export function udpRules(path: UdpPath): string {
  // Added first, so that there is one to delete.
  const clear = `table inet ${UDP_TABLE}\ndelete table inet ${UDP_TABLE}\n`
  if (path === 'open') return clear
  return `${clear}table inet ${UDP_TABLE} {
  counter passed { }
  counter stopped { }
  chain path {
    type filter hook forward priority filter; policy accept;
    meta l4proto != udp accept
    udp dport ${DNS_PORT} accept
    udp sport ${DNS_PORT} accept
${stopped(path)
  .map((rule) => `    ${rule}\n`)
  .join('')}    counter name passed accept
  }
}
`
}

function stopped(path: UdpPath): string[] {
  const before = packetsBeforeDrop(path)
  // Counts both directions together: the kernel counts a packet before it comes by here.
  if (before !== null) return [`ct packets > ${before} counter name stopped drop`]
  switch (path) {
    case 'rejected':
      return ['counter name stopped reject with icmpx type port-unreachable']
    case 'throttled': {
      const rate = `limit rate over ${THROTTLED.mbps * BYTES_PER_MBIT} bytes/second burst ${BURST_BYTES} bytes`
      const lost = `numgen random mod ${PERCENT} < ${THROTTLED.lossFraction * PERCENT}`
      return [
        `${lost} counter name stopped drop`,
        ...[CLIENT_INTERFACE, LINK_INTERFACE].map(
          (from) => `iifname "${from}" ${rate} counter name stopped drop`,
        ),
      ]
    }
    default:
      return ['counter name stopped drop']
  }
}
