import type { Exchange, ExchangeTiming } from '../model/recording/exchange.ts'
import { FEW_UNDER_WAY } from '../model/recording/few-under-way.ts'
import type { RecordedLoad } from '../model/recording/load.ts'
import { median } from '../stats/median.ts'

/**
 * Marks the exchanges whose loads for times had many requests under way: what the server took while few were is the bound of
 * such a think time, since the rest may be a queue of browser, proxy or server.
 */
export function addBounds(exchanges: readonly Exchange[], loads: readonly RecordedLoad[]): void {
  const ordinals = (isCounted: (load: RecordedLoad) => boolean): Set<number> =>
    new Set(loads.flatMap((load) => (load.failure === null && isCounted(load) ? load.ordinal : [])))
  const times = ordinals(({ purpose }) => purpose === 'times')
  const shown = ordinals(({ purpose }) => purpose !== 'bodies')
  const own = exchanges.map(({ timings }) =>
    timings.flatMap((timing) => (shown.has(timing.load) && isFew(timing) ? (waitMs(timing) ?? []) : [])),
  )
  const longest = new Map<string, number>()
  for (const [place, { url }] of exchanges.entries()) {
    const { host } = new URL(url)
    const most = Math.max(longest.get(host) ?? 0, ...(own[place] ?? []))
    if (own[place]?.length) longest.set(host, most)
  }
  for (const [place, exchange] of exchanges.entries()) {
    const isCrowded = exchange.timings.some((timing) => times.has(timing.load) && isManyUnderWay(timing))
    if (!isCrowded) continue
    const ownMs = median(own[place] ?? [])
    const hostMs = longest.get(new URL(exchange.url).host)
    if (ownMs !== undefined) exchange.bound = { ms: ownMs, by: 'request' }
    else exchange.bound = hostMs === undefined ? null : { ms: hostMs, by: 'host' }
  }
}

const isManyUnderWay = ({ underWay = 0 }: ExchangeTiming): boolean => underWay > FEW_UNDER_WAY
const isFew = ({ underWay }: ExchangeTiming): boolean => underWay !== undefined && underWay <= FEW_UNDER_WAY
const waitMs = ({ serverMs, thinkMs }: ExchangeTiming): number | null => serverMs ?? thinkMs
