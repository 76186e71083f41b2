import type { Stop } from './chart.ts'
import { SLOT } from './waterfall-bars.ts'
import { endMs, loadName } from './waterfall-load.ts'
import { laneWords, type WaterfallRow } from './waterfall-rows.ts'
import type { RowPlace } from './waterfall-space.ts'
import { numberedWords, requestDetails, requestWords } from './waterfall-words.ts'

/** The places of a row where the read-out can stand: the row itself, or each request of a connection. */
export function rowStops(row: WaterfallRow, place: RowPlace): readonly Stop[] {
  const { left, top, width, height, bars, loads, x } = place
  const whole = {
    x: (bars.left + bars.right) / 2,
    y: top + height / 2,
    box: { x: left, y: top, width, height },
  }
  switch (row.kind) {
    case 'title':
    case 'group':
      return []
    case 'request': {
      const { request } = row
      return [{ ...whole, text: numberedWords(request), details: () => requestDetails([request], loads) }]
    }
    case 'pair': {
      const sides = [row.pair.first, row.pair.second]
      const address = sides.find((side) => side !== null)?.url ?? ''
      const words = loads.map((load, i) => {
        const side = sides[i] ?? null
        if (side === null) return `${loadName(load)}: not requested`
        return `${loadName(load)} ${side.number}/${side.total}: ${requestWords(side)}`
      })
      return [
        { ...whole, text: `${address} ${words.join(' | ')}`, details: () => requestDetails(sides, loads) },
      ]
    }
    case 'lane':
      return row.lane.requests.map(({ request, sentMs, slot }) => {
        const [from, to] = [x(sentMs), x(endMs(request))]
        const box = {
          x: from - 1,
          y: top + 4 + slot * SLOT,
          width: Math.max(4, to - from + 2),
          height: SLOT + 1,
        }
        return {
          x: box.x + box.width / 2,
          y: box.y + box.height / 2,
          box,
          text: `${laneWords(row.lane)}. ${numberedWords(request)}`,
          details: () => requestDetails([request], loads),
        }
      })
  }
}
