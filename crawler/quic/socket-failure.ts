import { networkError, tcpFailure } from '../network/classify.ts'
import { QuicFailure } from './quic-failure.ts'

/** Port unreachable, as Linux and macOS report it on a connected UDP socket, and as Windows does. */
const PORT_UNREACHABLE: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET'])

/**
 * Reads an error of the connected UDP socket: most are ICMP answers to what we sent. Before a packet has come they say no more
 * than silence does, since hosts and routers limit how many they send (RFC 1812, 4.3.2.8; on Linux icmp_ratelimit and
 * icmp_msgs_per_sec): one code for both, the ICMP error in its detail.
 *
 * @param heard packets have come from this port, so that it is not closed but has gone away
 */
export function socketFailure(thrown: Error, established: boolean, heard: boolean): QuicFailure {
  const error = networkError(thrown)
  const unreachable = tcpFailure(error)
  const isPortClosed = PORT_UNREACHABLE.has(error.code ?? '')
  const saysNothing = unreachable === 'unknown_failure' || unreachable === 'client_busy'
  if (!isPortClosed && (heard || saysNothing)) return new QuicFailure(unreachable, error.message)
  const failure = established ? 'h3_closed' : heard ? 'quic_closed' : 'quic_unanswered'
  return new QuicFailure(failure, error.message)
}
