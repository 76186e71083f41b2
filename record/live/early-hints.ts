import type { Exchange } from '../../model/recording/exchange.ts'
import { median } from '../../stats/median.ts'
import type { SeenRequest } from './live-exchange.ts'
import type { PageRequest } from './page-request.ts'

export type FoundAgain = ReadonlyMap<Exchange, PageRequest>

/**
 * Adds the first 103 (RFC 8297) to each exchange that had one: Chromium acts on no other. Its fields are those of the load
 * for bodies, its wait is the median of the loads for times. The browser does not tell when the files came that a 103
 * announced, so that the response behind it may have queued behind them: it took no longer than under HTTP/1.1, where
 * Chromium acts on no 103.
 *
 * @param loads those for times that did not fail
 * @param http1 ordinal of the load under HTTP/1.1; null: there is none that did not fail
 * @param roundTrips of each address
 */
export function addHints(
  exchanges: readonly Exchange[],
  seen: readonly SeenRequest[],
  loads: readonly FoundAgain[],
  http1: number | null,
  roundTrips: ReadonlyMap<string, number>,
): void {
  for (const [id, exchange] of exchanges.entries()) {
    const headers = seen[id]?.sent.hints
    if (headers == null) continue
    const waits = loads.flatMap((load) => {
      const request = load.get(exchange)
      return request === undefined ? [] : (hintsWaitMs(request, roundTrips) ?? [])
    })
    exchange.hints = { headers, waitMs: median(waits) ?? null }
    boundBehindHints(exchange, http1)
  }
}

function boundBehindHints({ timings }: Exchange, http1: number | null): void {
  const known = timings.find(({ load }) => load === http1)
  const mostMs = known?.serverMs ?? known?.thinkMs
  if (mostMs == null) return
  for (const timing of timings) {
    const ms = timing.serverMs ?? timing.thinkMs
    if (ms !== null && ms > mostMs) timing.serverMs = mostMs
  }
}

/** Time from the request to its 103 without the round trip; null where the request had none, or a time is not known. */
function hintsWaitMs({ answer }: PageRequest, roundTrips: ReadonlyMap<string, number>): number | null {
  const firstMs = answer?.timing?.receiveHeadersStart
  const sentMs = answer?.timing?.sendStart
  const roundTripMs = roundTrips.get(answer?.address ?? '')
  if (!answer?.hasInterim || firstMs === undefined || sentMs === undefined || roundTripMs === undefined)
    return null
  return firstMs < 0 || sentMs < 0
    ? null
    : Math.round(Math.max(0, firstMs - sentMs - roundTripMs) * 1_000) / 1_000
}
