import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAME_GAIN, type StreamsGain, streamsFit } from '../../../stats/lab/streams-fit.ts'
import { near } from '../near.ts'

const STREAMS = [1, 5, 10, 25, 50, 75, 100]

/** Gains that grow up to `needed` streams, and scatter by less than counts beyond. */
function heatmap(needed: (rttMs: number) => number, rtts: readonly number[]): StreamsGain[] {
  return rtts.flatMap((rttMs) =>
    STREAMS.map((streams) => ({
      ...{ rttMs, streams },
      gain: 1 + Math.min(streams, needed(rttMs)) / 100 + (streams % 2) * 0.4 * SAME_GAIN,
    })),
  )
}

test('finds the quarter of the round-trip time that a heatmap was made from', () => {
  const fit = streamsFit(heatmap((rttMs) => rttMs / 4, [300, 20, 40, 100, 200]))
  assert.deepEqual(
    fit?.peaks.map(({ rttMs, streams, atEdge }) => [rttMs, streams, atEdge]),
    [
      [20, 5, false],
      [40, 10, false],
      [100, 25, false],
      [200, 50, false],
      [300, 75, false],
    ],
  )
  near(fit?.slope, 0.25, 1e-12)
  near(fit?.slopeInterval?.[0], 0.25, 1e-9)
  near(fit?.line?.slope, 0.25, 1e-12)
  near(fit?.line?.intercept, 0, 1e-9)
})

test('takes the fewest streams that are as good as the best, and marks those at the edge of what was tried', () => {
  const gains = [1.5, 1.98, 2, 1.99]
  const at = (rttMs: number, values: readonly number[]) =>
    values.map((gain, index) => ({ rttMs, streams: 10 * (index + 1), gain }))
  const fit = streamsFit([...at(50, gains), ...at(100, [1, 1.1, 1.2, 1.3]), ...at(150, [1, 1, 1, 1])])
  assert.deepEqual(fit?.peaks, [
    { rttMs: 50, streams: 20, gain: 2, atEdge: false },
    { rttMs: 100, streams: 40, gain: 1.3, atEdge: true },
    { rttMs: 150, streams: 10, gain: 1, atEdge: true },
  ])
})

test('the interval of the slope is Student’s', () => {
  // Peaks of 20 at 100 ms and 60 at 200 ms: slope 14,000 / 50,000, residuals −8 and 4, t of 1 degree 12.7062.
  const fit = streamsFit([
    { rttMs: 100, streams: 20, gain: 2 },
    { rttMs: 200, streams: 60, gain: 2 },
  ])
  near(fit?.slope, 0.28, 1e-12)
  near(fit?.slopeInterval?.[0], 0.28 - 12.7062 * 0.04, 1e-4)
  near(fit?.slopeInterval?.[1], 0.28 + 12.7062 * 0.04, 1e-4)
})

test('says nothing without points, and no interval of a single one', () => {
  assert.equal(streamsFit([]), undefined)
  assert.equal(streamsFit([{ rttMs: 0, streams: 1, gain: 1 }]), undefined)
  const fit = streamsFit([{ rttMs: 100, streams: 25, gain: 1.5 }])
  assert.deepEqual([fit?.slope, fit?.slopeInterval, fit?.line], [0.25, null, null])
})

test('what is no gain is refused', () => {
  assert.throws(() => streamsFit([{ rttMs: 100, streams: 25, gain: 0 }]), RangeError)
  assert.throws(() => streamsFit([{ rttMs: Number.NaN, streams: 25, gain: 1 }]), RangeError)
})
