import type { Socket } from 'node:net'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { FailureCode } from '../failures.ts'
import { dns } from './dns.ts'
import type { DnsResult, Endpoint, OperationRow } from './operation.ts'
import type { Origin } from './redirect.ts'
import { tcp } from './tcp.ts'
import { tls } from './tls.ts'
import { record, recordUnattempted, type VisitState } from './visit-state.ts'

/** The addresses of a host, asked once a visit. An address in place of a name is judged, not resolved. */
export async function resolve(
  state: VisitState,
  host: string,
  hop: number,
): Promise<OperationRow<DnsResult> | null> {
  const known = state.resolved.get(host)
  if (known !== undefined) return known
  const what = { operation: 'dns', hop, scheme: null, host, port: null } as const
  if (state.options.optedOut(host)) {
    recordUnattempted(state, what, 'opted_out', null)
    return null
  }
  if (isIP(host) !== 0) {
    const why = state.context.allows(host) ? 'redirect_invalid' : 'address_refused'
    recordUnattempted(state, what, why, 'an address in place of a name')
    return null
  }
  const row = record(state, await dns(host, hop, state.context))
  state.resolved.set(host, row)
  return row
}

/**
 * One address of each family that this machine can use, IPv4 first: most of the list has it, and figures stay
 * comparable over surveys.
 */
export function candidates(
  { context: { families } }: VisitState,
  origin: Origin,
  hop: number,
  found: DnsResult,
): Omit<Endpoint, 'connection'>[] {
  const { scheme, host, port } = origin
  const at = (address: string | undefined, family: 4 | 6): Omit<Endpoint, 'connection'>[] =>
    address === undefined || !families.has(family) ? [] : [{ scheme, host, port, hop, address, family }]
  return [...at(found.a[0], 4), ...at(found.aaaa[0], 6)]
}

/** What came of a connection: a socket, or why there is none. `at` is the last address that was tried. */
export interface Reached<S> {
  readonly socket: S | null
  readonly at: Endpoint | null
  readonly failure: FailureCode | null
}

/** Connects to the first candidate that answers; every attempt is a row. */
export async function connect(
  state: VisitState,
  tries: readonly Omit<Endpoint, 'connection'>[],
): Promise<Reached<Socket>> {
  let failure: FailureCode = 'not_reached'
  for (const candidate of tries) {
    if (state.connections >= state.options.maxConnections) {
      const { host, port, scheme, hop } = candidate
      recordUnattempted(
        state,
        { operation: 'tcp', hop, scheme, host, port },
        'redirect_limit',
        `the site's ${state.options.maxConnections} connections are used up`,
      )
      return { socket: null, at: null, failure: 'redirect_limit' }
    }
    const at: Endpoint = { ...candidate, connection: state.connections++ }
    const { row, socket } = await tcp(at, state.context)
    record(state, row)
    if (socket !== null) return { socket, at, failure: null }
    failure = row.failure ?? 'unknown_failure'
  }
  return { socket: null, at: null, failure }
}

/** Connects and shakes hands, offering exactly these protocols by ALPN. `at` is null where TCP failed already. */
export async function connectTls(
  state: VisitState,
  tries: readonly Omit<Endpoint, 'connection'>[],
  alpn: readonly string[],
): Promise<Reached<TLSSocket>> {
  const { socket: below, at, failure } = await connect(state, tries)
  if (below === null || at === null) return { socket: null, at: null, failure }
  const { row, socket } = await tls(below, at, alpn, state.context)
  record(state, row)
  return { socket, at, failure: row.failure }
}
