import type { Socket } from 'node:net'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { FailureCode } from '../../../model/failure-codes.ts'
import type { DnsResult, Endpoint, OperationRow, TcpResult } from '../../../model/operation.ts'
import { LIMITS } from '../../network/limits.ts'
import { dns } from '../dns/dns.ts'
import type { Origin } from '../http/redirect.ts'
import { race } from '../tcp/race.ts'
import { tcp } from '../tcp/tcp.ts'
import { tls } from '../tls/tls.ts'
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

export type AddressCandidate = Omit<Endpoint, 'connection'>

/**
 * The addresses of an origin in the order in which they are tried: the one that the visit has connected to before, alone;
 * else the families in turn (RFC 8305, 4), each in the order of the DNS answer. Families that this machine cannot use are
 * left out.
 *
 * IPv4 comes first, unlike in RFC 8305 and in browsers: most of the list has it, and figures stay comparable over surveys.
 */
export function candidates(
  state: VisitState,
  origin: Origin,
  hop: number,
  found: Pick<DnsResult, 'a' | 'aaaa'>,
): AddressCandidate[] {
  const all = allCandidates(state, origin, hop, found)
  const known = all.filter(({ address }) => address === state.answering.get(origin.host))
  return known.length > 0 ? known : all
}

/** Lists the same as `candidates`, whether or not one has answered before. */
export function allCandidates(
  { context: { families } }: VisitState,
  { scheme, host, port }: Origin,
  hop: number,
  found: Pick<DnsResult, 'a' | 'aaaa'>,
): AddressCandidate[] {
  const endpoints = (family: 4 | 6, addresses: readonly string[]): AddressCandidate[] =>
    families.has(family) ? addresses.map((address) => ({ scheme, host, port, hop, address, family })) : []
  return inTurn(endpoints(4, found.a), endpoints(6, found.aaaa))
}

function inTurn<T>(first: readonly T[], second: readonly T[]): T[] {
  return Array.from({ length: Math.max(first.length, second.length) }, (_, index) => [
    ...first.slice(index, index + 1),
    ...second.slice(index, index + 1),
  ]).flat()
}

/** The result of a connection: a socket, or why there is none. `endpoint` is the address that answered; null where none did. */
interface Reached<S> {
  readonly socket: S | null
  readonly endpoint: Endpoint | null
  /** Failure of the first address that was tried. */
  readonly failure: FailureCode | null
}

/** A place at an address, which moves with the visit to another address of the host. */
export interface AddressHold extends Disposable {
  /** Resolves to the milliseconds that were waited. */
  moveTo(address: string): Promise<number>
}

/** Holds a place at `address` until disposed of; at most one at a time, so that no two visits wait for each other. */
export async function openAddressHold(
  { context, options }: VisitState,
  address: string,
): Promise<AddressHold> {
  let held = { address, slot: await options.holdAddress(address) }
  return {
    async moveTo(next) {
      if (next === held.address) return 0
      const startMs = context.clock()
      held.slot[Symbol.dispose]()
      held = { address: next, slot: await options.holdAddress(next) }
      return context.clock() - startMs
    },
    [Symbol.dispose]: () => held.slot[Symbol.dispose](),
  }
}

/** A server may close a connection that has said nothing for so long, which would look like a fault of its own. */
const IDLE_MS = 1_000

/**
 * Connects to the candidate that answers first (Happy Eyeballs, RFC 8305): the next one is tried when the last one has
 * failed, or has not answered for `attemptDelayMs`. Every attempt is a row, in the order of their starts.
 *
 * TCP alone decides. Where TLS then fails, no other address is tried: browsers do not either (decision 014).
 *
 * @param hold moved to the address that answered
 */
export async function connect(
  state: VisitState,
  tries: readonly AddressCandidate[],
  hold?: AddressHold,
): Promise<Reached<Socket>> {
  const { context } = state
  const { results, winner } = await race(
    starts(state, tries),
    ({ socket }) => socket !== null,
    context.timeouts.attemptDelayMs,
  )
  for (const each of results) {
    record(state, each.row)
    // One that connected before it heard that it was outrun.
    if (each !== winner) each.socket?.destroy()
  }
  if (winner === null || winner.socket === null) {
    const first = results[0]
    if (first === undefined) return { socket: null, endpoint: null, failure: usedUp(state, tries) }
    return { socket: null, endpoint: null, failure: first.row.failure }
  }
  state.connected += 1
  const { socket, endpoint } = winner
  if (!state.answering.has(endpoint.host)) state.answering.set(endpoint.host, endpoint.address)
  const waitedMs = (await hold?.moveTo(endpoint.address)) ?? 0
  if (waitedMs < IDLE_MS) return { socket, endpoint, failure: null }
  socket.destroy()
  return await connect(state, [endpoint])
}

interface Attempt {
  readonly endpoint: Endpoint
  readonly row: OperationRow<TcpResult>
  readonly socket: Socket | null
}

/** The attempts of a race, as far as the limits of the visit go. */
function* starts(
  state: VisitState,
  tries: readonly AddressCandidate[],
): Generator<(outrun: AbortSignal) => Promise<Attempt>> {
  for (const [index, candidate] of tries.slice(0, LIMITS.addresses).entries()) {
    if (isUsedUp(state) || (index > 0 && state.context.signal.aborted)) return
    yield async (outrun) => {
      state.tcpAttempts += 1
      const endpoint: Endpoint = { ...candidate, connection: state.connections++ }
      return { endpoint, ...(await tcp(endpoint, state.context, outrun)) }
    }
  }
}

function isUsedUp({ connected, tcpAttempts, options }: VisitState): boolean {
  return connected >= options.maxConnections || tcpAttempts >= LIMITS.tcpAttempts
}

/** Records that the visit may not connect again. */
function usedUp(state: VisitState, [candidate]: readonly AddressCandidate[]): FailureCode {
  if (candidate === undefined) return 'not_reached'
  const { host, port, scheme, hop } = candidate
  const detail = `the site's ${state.options.maxConnections} connections are used up`
  recordUnattempted(state, { operation: 'tcp', hop, scheme, host, port }, 'redirect_limit', detail)
  return 'redirect_limit'
}

/** Connects and shakes hands, offering exactly these protocols by ALPN. `endpoint` is null where TCP failed. */
export async function connectTls(
  state: VisitState,
  tries: readonly AddressCandidate[],
  alpn: readonly string[],
  hold?: AddressHold,
): Promise<Reached<TLSSocket>> {
  const { socket: below, endpoint, failure } = await connect(state, tries, hold)
  if (below === null || endpoint === null) return { socket: null, endpoint: null, failure }
  const isFirst = !state.rows.some((row) => row.operation === 'tls' && row.host === endpoint.host)
  const { row, socket } = await tls(below, endpoint, alpn, state.context, { countsChain: isFirst })
  record(state, row)
  return { socket, endpoint, failure: row.failure }
}
