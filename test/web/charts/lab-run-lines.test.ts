import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handshakeLines, staircaseLines, udpLines } from '../../../web/charts/lab-run-lines.ts'
import { paperLinesChart } from '../../../web/charts/paper-lines.ts'
import { markup } from '../../../web/dom/markup.ts'

const OPTIONS = { width: 400, title: 'A figure' }
const estimate = (value: number) => ({ value, low: value - 2, high: value + 2 })

const step = (arm: 'h1' | 'h3', rttMs: number, savedMs: number, trips: number) => ({
  ...{ cell: 0, factors: { page: 'empty' }, arm, visit: 'warm-cache' as const, rttMs, n: 20 },
  ...{ coldMs: 500, visitMs: 500 - savedMs, savedMs: estimate(savedMs), expectedMs: trips * rttMs },
  ...{ savedRoundTrips: savedMs / rttMs, expectedRoundTrips: trips, verifiedShare: 1 },
})

test('the staircase stands against the round trip, beside the whole round trips of theory', () => {
  const [first, ...others] = staircaseLines([
    step('h1', 100, 301, 3),
    step('h1', 50, 149, 3),
    step('h3', 50, 99, 2),
  ])
  assert.deepEqual(others, [])
  const { readOut, note } = paperLinesChart(first?.data ?? assert.fail(), OPTIONS)
  assert.deepEqual(
    readOut?.stops.map(({ text }) => text),
    [
      'round trip, ms 50: HTTP/1.1 149 (147 to 151), 20 rounds · HTTP/3 99.0 (97.0 to 101), 20 rounds · theory 150 · theory 100',
      'round trip, ms 100: HTTP/1.1 301 (299 to 303), 20 rounds · theory 300',
    ],
  )
  assert.equal(
    note,
    'n = 60 rounds, with 95 % intervals. Open marks: the whole round trips that theory says.',
  )
})

test('the cost of handshakes stands against their bytes, with a line where a round trip more begins', () => {
  const of = (handshakeBytes: number, cost: number | null) => ({
    ...{ condition: { rttMs: 100 }, arm: 'h2' as const, keyExchange: null, chainBytes: null },
    ...{ certificateKey: null, n: 20, roundTrips: 2, handshakeBytes, shortestMs: 500, medianMs: 500 },
    ...{ cost: cost === null ? null : estimate(cost), costShare: null },
  })
  const steps = {
    ...{ condition: { rttMs: 100 }, arm: 'h2' as const, n: 60, roundTrips: 2, mostBytes: 10_400 },
    ...{ fewestBytes: 16_400, limitBytes: 14_400, expectedBytes: 14_480, otherwise: 0, offPackets: 0 },
  }
  const [chart] = handshakeLines([of(1_400, null), of(10_400, 8), of(16_400, 110)], [steps])
  assert.deepEqual(chart?.data.steps, [{ arm: 'h2', x: 14.4 }])
  const { note, svg } = paperLinesChart(chart?.data ?? assert.fail(), OPTIONS)
  assert.match(note, /Upright lines: where a round trip more begins\.$/)
  assert.match(markup(svg), /class="line arm-h2" stroke-dasharray="2 3"/)
  assert.deepEqual(handshakeLines([of(1_400, null)], []), [])
})

test('the price of a path stands at its name, and nothing joins names', () => {
  const path = (udp: string, price: number) => ({
    ...{ condition: { page: 'modern' }, udp, visit: 'cold', arm: 'h3-altsvc' as const },
    ...{ baseline: 'h2' as const, n: 20, baselineMs: 500, medianMs: 500 + price, price: estimate(price) },
    ...{ stopped: null, http3: null },
  })
  const [chart] = udpLines([path('open', -10), path('dropped', 300)])
  const { readOut, svg, table } = paperLinesChart(chart?.data ?? assert.fail(), OPTIONS)
  assert.match(readOut?.stops[1]?.text ?? '', /^UDP on the way dropped: .* 300 \(298 to 302\), 20 rounds$/)
  assert.doesNotMatch(markup(svg), /class="(line|band) arm/)
  assert.equal(table.rows[1]?.[1], 'dropped')
})
