import { type Arrival, transferredParts, unqueuedWaits } from '../../crawler/metrics/unqueued-waits.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { isCarried, sentAndFirstByte } from './load-times.ts'
import type { PageRequest } from './page-request.ts'

/**
 * Finds what the server took at least to answer each request of a load, without the link's queue.
 *
 * @param roundTrips of each address, the shortest that any load showed
 */
export function serverWaits(
  requests: readonly PageRequest[],
  roundTrips: ReadonlyMap<string, number>,
  linkMbps: number,
): Map<PageRequest, number> {
  const arrived = requests.filter(isCarried).flatMap((request) => {
    const arrival = arrivalOf(request, roundTrips)
    return arrival === null ? [] : [{ request, arrival }]
  })
  const waits = unqueuedWaits(
    arrived.map(({ arrival }) => arrival),
    linkMbps,
  )
  return new Map(
    arrived.flatMap(({ request }, index): [PageRequest, number][] => {
      const waitMs = waits[index] ?? null
      return waitMs === null ? [] : [[request, waitMs]]
    }),
  )
}

function arrivalOf(request: PageRequest, roundTrips: ReadonlyMap<string, number>): Arrival | null {
  const { answer, finishedMs, parts, transferredBytes } = request
  const requestTimeMs = (answer?.timing?.requestTime ?? 0) * 1_000
  const moments = sentAndFirstByte(request)
  if (answer === null || moments === null) return null
  const [sentMs, firstByteMs] = moments.map((ms) => requestTimeMs + ms) as [number, number]
  // A body that broke off ended with its last part.
  const endMs = Math.max(firstByteMs, finishedMs ?? parts.at(-1)?.atMs ?? firstByteMs)
  const bytes = transferredBytes ?? parts.reduce((sum, part) => sum + part.bytes, 0)
  return {
    connection: answer.connection,
    protocol: answer.protocol,
    roundTripMs: roundTrips.get(answer.address ?? '') ?? null,
    ...{ sentMs, firstByteMs, endMs },
    parts: transferredParts(parts, bytes, { firstByteMs, endMs }),
  }
}

/** Round trip of the emulated link that a page was loaded behind, as configured; milliseconds; null where none is known. */
export function linkRttMs(link: Recording['link']): number | null {
  return configured(link, 'rttMs')
}

/** The shortest round trip that a packet can have over that link: each direction varies; milliseconds; null likewise. */
export function leastRttMs(link: Recording['link']): number | null {
  const rttMs = linkRttMs(link)
  return rttMs === null ? null : Math.max(0, rttMs - 2 * (configured(link, 'jitterMs') ?? 0))
}

/** Rate of the emulated link that a page was recorded behind; null where none is known. */
export function linkRateMbps(link: Recording['link']): number | null {
  const downMbps = configured(link, 'downMbps')
  return downMbps !== null && downMbps > 0 ? downMbps : null
}

/** Its rate up, likewise. */
export function linkUpMbps(link: Recording['link']): number | null {
  return configured(link, 'upMbps')
}

function configured(
  link: Recording['link'],
  name: 'rttMs' | 'jitterMs' | 'downMbps' | 'upMbps',
): number | null {
  const { condition } = (link ?? {}) as { readonly condition?: Readonly<Record<string, unknown>> }
  const value = condition?.[name]
  return typeof value === 'number' ? value : null
}
