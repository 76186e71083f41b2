import { networkError, tcpFailure } from '../survey/classify.ts'
import { QuicFailure } from './quic-failure.ts'

/** Port unreachable, as Linux and macOS report it on a connected UDP socket, and as Windows does. */
const REFUSED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET'])

/**
 * What an error of the connected UDP socket says: most are ICMP answers to what we sent. `heard`: packets have come
 * from this port, so that it is not closed but has gone away. No way to the host is the same fact, and the same
 * code, as for TCP.
 */
export function socketFailure(thrown: Error, established: boolean, heard: boolean): QuicFailure {
  const error = networkError(thrown)
  if (!REFUSED.has(error.code ?? '')) return new QuicFailure(tcpFailure(error), error.message)
  const failure = established ? 'h3_closed' : heard ? 'quic_closed' : 'quic_refused'
  return new QuicFailure(failure, error.message)
}
