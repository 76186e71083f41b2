import { certificateAlertFailure } from './certificate-failure.ts'
import { h3ErrorName, isBreach } from './h3-error.ts'
import { QuicFailure } from './quic-failure.ts'

interface ConnectionError {
  readonly isApp: boolean
  readonly errorCode: number
  readonly reason: Uint8Array
}

/** CRYPTO_ERROR: 0x100 and a TLS alert (RFC 9000, 20.1). */
const CRYPTO_ERROR = 0x100
const NO_APPLICATION_PROTOCOL = 0x178

/** What a client knows of a connection that has ended. */
export interface Ending {
  readonly isEstablished: boolean
  /** A packet has come. */
  readonly isHeard: boolean
  /** What the peer closed with. */
  readonly peer: ConnectionError | null
  /** What the client closed with. */
  readonly local: ConnectionError | null
  readonly isTimedOut: boolean
  /** What the client said of the last packet, if anything. */
  readonly said: string | null
  /** The certificates that were refused, DER, the server's own first. */
  readonly chain: readonly Uint8Array[]
}

/** Why a connection that has ended did so. `host` is what its certificate must name. */
export function closeFailure(ending: Ending, host: string): QuicFailure {
  const { isEstablished, isHeard, peer, local } = ending
  if (peer !== null) return peerFailure(peer, isEstablished)
  if (local !== null) return localFailure(local, ending, host)
  if (ending.isTimedOut)
    return new QuicFailure(
      isEstablished ? 'h3_timeout' : isHeard ? 'quic_timeout' : 'quic_unanswered',
      'idle timeout',
    )
  return new QuicFailure(isEstablished ? 'h3_closed' : 'quic_closed', 'connection ended without a reason')
}

/** The peer closed and said why. */
function peerFailure(error: ConnectionError, established: boolean): QuicFailure {
  const reason = Buffer.from(error.reason).toString('latin1')
  const said = reason === '' ? '' : `: ${reason}`
  if (error.isApp) {
    const failure = !established
      ? 'quic_closed'
      : isBreach(error.errorCode)
        ? 'h3_protocol_error'
        : 'h3_closed'
    return new QuicFailure(failure, `closed by the peer with ${h3ErrorName(error.errorCode)}${said}`)
  }
  if (error.errorCode === NO_APPLICATION_PROTOCOL) {
    return new QuicFailure('quic_alpn', `the peer does not offer h3${said}`)
  }
  const alert = alertOf(error.errorCode)
  if (alert !== null) return new QuicFailure('tls_alert', `TLS alert ${alert}${said}`)
  const code = `0x${error.errorCode.toString(16)}`
  return new QuicFailure(
    established ? 'h3_closed' : 'quic_closed',
    `closed by the peer with QUIC error ${code}${said}`,
  )
}

/** QUIC or TLS found a fault in what the peer sent. */
function localFailure(error: ConnectionError, ending: Ending, host: string): QuicFailure {
  // quiche's word, and that of towline-quic, for a Version Negotiation packet (RFC 9000, 6) without version 1, the only one that it speaks.
  if (ending.said === 'UnknownVersion') {
    return new QuicFailure('quic_version', 'the peer does not offer QUIC version 1')
  }
  const said = ending.said ?? `0x${error.errorCode.toString(16)}`
  if (error.errorCode === NO_APPLICATION_PROTOCOL)
    return new QuicFailure('quic_alpn', 'the peer chose no ALPN')
  const alert = error.isApp ? null : alertOf(error.errorCode)
  if (alert === null) {
    // Broken QUIC before there is HTTP/3 has no code of its own: it is counted with its text.
    return new QuicFailure(ending.isEstablished ? 'h3_protocol_error' : 'unknown_failure', `QUIC: ${said}`)
  }
  const named = certificateAlertFailure(alert, ending.chain, host, Date.now())
  return new QuicFailure(
    named ?? 'tls_protocol_error',
    `certificate or handshake refused with TLS alert ${alert}`,
  )
}

function alertOf(code: number): number | null {
  return code >= CRYPTO_ERROR && code < CRYPTO_ERROR + 0x100 ? code - CRYPTO_ERROR : null
}
