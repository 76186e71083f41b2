import { isIP, type Socket } from 'node:net'
import nodeTls, { type EphemeralKeyInfo, type PeerCertificate, type TLSSocket } from 'node:tls'
import type { Endpoint, OperationRow, TlsResult } from '../../../model/operation.ts'
import { certificateFailure, networkError, tlsFailure } from '../../network/classify.ts'
import type { SurveyContext } from '../operation/context.ts'
import { type AttemptOutcome, endpointTarget, fail, recordRow, succeed } from '../operation/row.ts'
import { waitFor } from '../operation/waiting.ts'
import { certificateFacts, chainBytes, dnsNames } from './certificate.ts'
import { keepLastError } from './last-error.ts'
import { watchTickets } from './session-tickets.ts'

/**
 * The groups that OpenSSL 3.5 sends key shares for unasked. A server that wants another one says so by HelloRetryRequest,
 * which costs a round trip (RFC 8446, 2.1).
 */
const KEY_SHARES: ReadonlySet<string> = new Set(['X25519MLKEM768', 'X25519'])

/**
 * Round trips of a full handshake of ours before the request, after TCP's: 1 or 2 with TLS 1.3, 2 with older versions
 * (RFC 5246, 7.3). It follows from what was negotiated: a time would hold the server's work as well.
 */
function handshakeRoundTrips(version: string | null, group: string | null): number | null {
  if (version === null) return null
  if (version !== 'TLSv1.3') return 2
  if (group === null) return null
  return KEY_SHARES.has(group) ? 1 : 2
}

export interface TlsOptions {
  /** Counts the bytes of the certificates, which costs as much as a tenth of the handshake. Default false. */
  readonly countsChain?: boolean
}

/**
 * Shakes hands over a connected socket, offering exactly the protocols of `alpn`.
 *
 * A certificate that is not valid for the host is recorded with its facts, but it is a failure: the connection is
 * closed and nothing is sent over it (CRW-8). Takes the socket over; the returned one is null where the row failed.
 */
export async function tls(
  socket: Socket,
  endpoint: Endpoint,
  alpn: readonly string[],
  context: SurveyContext,
  { countsChain = false }: TlsOptions = {},
): Promise<{ row: OperationRow<TlsResult>; socket: TLSSocket | null }> {
  let secured: TLSSocket | null = null
  const row = await recordRow(endpointTarget('tls', endpoint), context, async () => {
    if (socket.destroyed) return fail<TlsResult>('tls_closed', 'closed before the handshake')
    const session = connect(socket, endpoint, alpn, context)
    keepLastError(session.stream)
    watchTickets(session.stream)
    try {
      const outcome = await handshake(session, context, countsChain)
      if (outcome.failure === null) secured = session.stream
      return outcome
    } finally {
      if (secured === null) {
        session.stream.destroy()
        socket.destroy()
      }
    }
  })
  return { row, socket: secured }
}

interface Session {
  readonly stream: TLSSocket
  /** Set by the identity check, which Node makes only where the chain is good. */
  checked: { readonly leaf: PeerCertificate; readonly mismatch: Error | undefined } | null
}

function connect(
  socket: Socket,
  endpoint: Endpoint,
  alpn: readonly string[],
  context: SurveyContext,
): Session {
  // The certificate that Node decodes for the check is kept: decoding it again costs a tenth of the handshake.
  const check = (_: string, leaf: PeerCertificate): Error | undefined => {
    const mismatch = checkIdentity(endpoint.host, leaf)
    session.checked = { leaf, mismatch }
    return mismatch
  }
  const stream = nodeTls.connect({
    socket,
    secureContext: context.secureContext,
    // RFC 6066, 3: literal addresses are not permitted in SNI.
    servername: isIP(endpoint.host) === 0 ? endpoint.host : '',
    ALPNProtocols: [...alpn],
    // Accepted so that the facts of a bad certificate can be recorded; the verdict below is ours and final.
    rejectUnauthorized: false,
    checkServerIdentity: check,
  })
  // Node decodes the whole chain before the check, which reads the leaf: 152 µs a handshake against 48.
  stream.getPeerCertificate = stream.getPeerCertificate.bind(
    stream,
    false,
  ) as typeof stream.getPeerCertificate
  const session: Session = { stream, checked: null }
  return session
}

/** Checks as browsers do: Node would fall back on the common name, which is no name (RFC 9525, 2). */
function checkIdentity(host: string, leaf: PeerCertificate): Error | undefined {
  if (isIP(host) === 0 && dnsNames(leaf.subjectaltname).length === 0) {
    return Object.assign(new Error('the certificate has no DNS names'), {
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
  }
  return nodeTls.checkServerIdentity(host, leaf)
}

const handshake = (
  session: Session,
  context: SurveyContext,
  countsChain: boolean,
): Promise<AttemptOutcome<TlsResult>> =>
  waitFor<AttemptOutcome<TlsResult>>(
    context.signal,
    (failure) => fail(failure, null),
    ({ settle, on, after }) => {
      const { stream } = session
      on(stream, 'secureConnect', () => settle(verdict(session, countsChain)))
      on(stream, 'error', (thrown: Error) => {
        const error = networkError(thrown)
        settle(fail(tlsFailure(error), error.message))
      })
      on(stream, 'close', () => settle(fail('tls_closed', null)))
      after(context.timeouts.tlsMs, () => settle(fail('tls_timeout', null)))
    },
  )

function verdict({ stream, checked }: Session, countsChain: boolean): AttemptOutcome<TlsResult> {
  // Node gives with `rejectUnauthorized: false` the code of the error, not the error that its types promise.
  const code = stream.authorized ? null : String(stream.authorizationError)
  const version = stream.getProtocol()
  const group = keyExchangeGroup(stream.getEphemeralKeyInfo())
  const result: TlsResult = {
    version,
    alpn: stream.alpnProtocol || null,
    cipher: stream.getCipher().standardName,
    group,
    roundTrips: handshakeRoundTrips(version, group),
    chainBytes: countsChain ? chainBytes(stream) : null,
    ...certificateFacts(checked?.leaf ?? stream.getPeerCertificate()),
    valid: code === null,
  }
  return code === null
    ? succeed(result)
    : fail(certificateFailure(code), checked?.mismatch?.message ?? code, result)
}

/** The group by OpenSSL's name (`X25519MLKEM768`, `prime256v1`); finite-field groups of TLS 1.2 have only a size. */
function keyExchangeGroup(info: EphemeralKeyInfo | object | null): string | null {
  if (info === null) return null
  if ('name' in info && typeof info.name === 'string') return info.name
  return 'type' in info && info.type === 'DH' && 'size' in info ? `DH-${info.size}` : null
}
