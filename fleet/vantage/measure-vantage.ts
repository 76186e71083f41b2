import { networkInterfaces } from 'node:os'
import { addressPolicy } from '../../crawler/network/address.ts'
import { vantageFacts } from '../../crawler/probe/campaign/vantage.ts'
import { dns } from '../../crawler/survey/dns/dns.ts'
import type { SurveyContext } from '../../crawler/survey/operation/context.ts'
import type { Database } from '../../db/connection/database.ts'
import { databaseTime, type VantageMeasurements } from '../../db/fleet/vantages.ts'

/** Names that answer everywhere, near most places or at few: what is far from a vantage point shows in their RTTs. */
export const REFERENCE_NAMES = ['www.wikipedia.org', 'www.debian.org', 'www.google.com', 'www.cloudflare.com']

export interface MeasureOptions {
  readonly db: Database
  readonly names: readonly string[]
  readonly context: () => SurveyContext
  readonly resolvers: readonly string[]
  readonly signal: AbortSignal
  readonly clock: () => number
  /** Wall time, milliseconds since 1970. */
  readonly wallClock: () => number
}

/** Measures where a worker stands: addresses, resolver, distances, clock. */
export async function measureVantage(options: MeasureOptions): Promise<VantageMeasurements> {
  return {
    ...publicFamilies(),
    resolver: options.resolvers.join(','),
    rtts: await referenceRtts(options),
    ...(await clockOffset(options)),
  }
}

/** Whether an interface has an address that the public reaches; behind NAT there is none. */
function publicFamilies(): Pick<VantageMeasurements, 'ipv4' | 'ipv6'> {
  const verdict = addressPolicy({ allowCidrs: [], optOutCidrs: [] })
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  const has = (family: 'IPv4' | 'IPv6'): boolean =>
    addresses.some((found) => found.family === family && verdict(found.address) === 'allowed')
  return { ipv4: has('IPv4'), ipv6: has('IPv6') }
}

async function referenceRtts(options: MeasureOptions): Promise<VantageMeasurements['rtts']> {
  const { names, context, clock, signal } = options
  const rtts: { name: string; address: string | null; rttMs: number | null }[] = []
  // One after the other: a connect beside others would take their time as well.
  for (const name of names) {
    const { allows } = context()
    const { result } = await dns(name, 0, context())
    const address = [...(result?.a ?? []), ...(result?.aaaa ?? [])].find(allows) ?? null
    const reference = address === null ? null : { address, port: 443 }
    const { rttMs } = await vantageFacts(reference, clock, signal)
    rtts.push({ name, address, rttMs })
  }
  return rtts
}

const CLOCK_TRIES = 8
/** `wallClock` counts whole milliseconds. */
const CLOCK_STEP_MS = 1

/**
 * Our clock less the database's, by the exchange that took least: it was read within that time, in the middle of which
 * we take it to be (RFC 5905, 8). The most by which that is wrong is half of it.
 */
async function clockOffset({
  db,
  clock,
  wallClock,
}: MeasureOptions): Promise<Pick<VantageMeasurements, 'clockOffsetMs' | 'clockErrorMs'>> {
  let best = { clockOffsetMs: 0, clockErrorMs: Number.POSITIVE_INFINITY }
  for (let n = 0; n < CLOCK_TRIES; n += 1) {
    const startMs = clock()
    const databaseMs = await databaseTime(db)
    const clockErrorMs = (clock() - startMs) / 2
    if (clockErrorMs < best.clockErrorMs)
      best = { clockOffsetMs: wallClock() - clockErrorMs - databaseMs, clockErrorMs }
  }
  return { ...best, clockErrorMs: best.clockErrorMs + CLOCK_STEP_MS }
}
