import type { HarEntry } from '../../record/import/har-file.ts'
import { median } from '../../stats/median.ts'
import { moment } from './moment.ts'
import type { ObservedFetch, ReceiveMs } from './observed-load.ts'

type Seen = Pick<ObservedFetch, 'firstByteMs' | 'finishedMs' | 'bytes' | 'protocol' | 'failure'>

interface Received {
  readonly protocol: 'http/1.1' | 'h2'
  readonly connection: string
  readonly bytes: number
  readonly firstByteMs: number
  readonly endMs: number
}

/** A body of so many bytes comes in one TLS record with its head (RFC 8446, 5.1: 16,384 bytes): its end is there when its first byte is. */
const MOST_BYTES = 14_000

/**
 * The browser's time from a response's last byte to its end, milliseconds, by protocol: the median of the bodies that came with
 * their heads, over HTTP/2 of those that no other response of their connection came between. Of HTTP/3 nothing is known, whose
 * packets come one by one.
 * @param fetches of the entries, in their order
 */
export function harReceiveMs(entries: readonly HarEntry[], fetches: readonly Seen[]): ReceiveMs {
  const all = entries.flatMap((entry, n) => receivedOf(entry, fetches[n]) ?? [])
  const separate = [...Map.groupBy(all, ({ connection }) => connection).values()].flatMap(withoutOverlaps)
  const found: { -readonly [Protocol in keyof ReceiveMs]: ReceiveMs[Protocol] } = {}
  for (const [protocol, same] of Map.groupBy(separate, (each) => each.protocol)) {
    const small = same.filter(({ bytes }) => bytes >= 1 && bytes <= MOST_BYTES)
    const middle = median(small.map(({ firstByteMs, endMs }) => endMs - firstByteMs))
    const ms = moment(middle ?? null)
    if (ms !== null) found[protocol] = ms
  }
  return found
}

/** Only the browser's own clock is exact enough. */
function receivedOf(entry: HarEntry, fetch: Seen | undefined): Received | null {
  const { firstByteMs = null, finishedMs: endMs = null, bytes = null, protocol, failure } = fetch ?? {}
  const { connection } = entry
  if (firstByteMs === null || endMs === null || bytes === null || failure !== null) return null
  if (connection === null || entry._requestTime === undefined) return null
  if (protocol !== 'http/1.1' && protocol !== 'h2') return null
  return { protocol, connection: `${protocol} ${connection}`, bytes, firstByteMs, endMs }
}

/** Keeps those of one connection that came while no other did. */
function withoutOverlaps(ofConnection: readonly Received[]): Received[] {
  const inOrder = ofConnection.toSorted((a, b) => a.firstByteMs - b.firstByteMs)
  let lastEndMs = 0
  return inOrder.filter(({ firstByteMs, endMs }, index) => {
    const next = inOrder[index + 1]
    const isSeparate = lastEndMs <= firstByteMs && (next === undefined || endMs <= next.firstByteMs)
    lastEndMs = Math.max(lastEndMs, endMs)
    return isSeparate
  })
}
