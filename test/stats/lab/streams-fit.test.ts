import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type StreamsGain, streamsFit } from '../../../stats/lab/streams-fit.ts'
import { near } from '../near.ts'

const STREAMS = [1, 2, 5, 10, 20, 30, 40, 100]

/** Gains above 1 from so many streams on. */
function page(resources: number, needed: number): StreamsGain[] {
  return STREAMS.map((streams) => ({
    ...{ page: `of ${resources}`, resources, streams },
    gain: streams >= needed ? 1.1 : 0.9,
  }))
}

test('finds the quarter of the resources that gains were made from', () => {
  const fit = streamsFit([...page(160, 40), ...page(8, 2), ...page(40, 10), ...page(80, 20)])
  assert.deepEqual(fit?.pages, [
    { page: 'of 8', resources: 8, streams: 2, atEdge: false },
    { page: 'of 40', resources: 40, streams: 10, atEdge: false },
    { page: 'of 80', resources: 80, streams: 20, atEdge: false },
    { page: 'of 160', resources: 160, streams: 40, atEdge: false },
  ])
  near(fit?.slope ?? undefined, 0.25, 1e-12)
  near(fit?.slopeInterval?.[0], 0.25, 1e-9)
  near(fit?.line?.slope, 0.25, 1e-12)
  near(fit?.line?.intercept, 0, 1e-9)
})

test('takes the fewest streams from which on the arm is always faster, and marks those at the edge of what was tried', () => {
  const at = (resources: number, gains: readonly number[]) =>
    gains.map((gain, index) => ({
      page: `of ${resources}`,
      ...{ resources, gain, streams: 10 * (index + 1) },
    }))
  const fit = streamsFit([...at(50, [1.1, 0.99, 1.2, 1.3]), ...at(100, [1.1, 1.2]), ...at(150, [1.2, 1])])
  assert.deepEqual(fit?.pages, [
    { page: 'of 50', resources: 50, streams: 30, atEdge: false },
    { page: 'of 100', resources: 100, streams: 10, atEdge: true },
    { page: 'of 150', resources: 150, streams: null, atEdge: false },
  ])
})

test('the interval of the slope is Student’s', () => {
  // 20 streams for 100 resources and 60 for 200: slope 14,000 / 50,000, residuals −8 and 4, t of 1 degree 12.7062.
  const one = (resources: number, streams: number) => ({
    page: `${resources}`,
    ...{ resources, streams, gain: 2 },
  })
  const fit = streamsFit([one(100, 20), one(200, 60)])
  near(fit?.slope ?? undefined, 0.28, 1e-12)
  near(fit?.slopeInterval?.[0], 0.28 - 12.7062 * 0.04, 1e-4)
  near(fit?.slopeInterval?.[1], 0.28 + 12.7062 * 0.04, 1e-4)
})

test('says nothing without points, no interval of a single page, and no slope where the arm is never faster', () => {
  assert.equal(streamsFit([]), undefined)
  const one = { page: 'a', resources: 100, streams: 25, gain: 1.5 }
  const fit = streamsFit([one])
  assert.deepEqual([fit?.slope, fit?.slopeInterval, fit?.line], [0.25, null, null])
  const never = streamsFit([{ ...one, gain: 0.8 }])
  assert.deepEqual([never?.slope, never?.pages[0]?.streams], [null, null])
})

test('what is no gain is refused', () => {
  const one = { page: 'a', resources: 100, streams: 25, gain: 1.5 }
  assert.throws(() => streamsFit([{ ...one, gain: 0 }]), RangeError)
  assert.throws(() => streamsFit([{ ...one, resources: Number.NaN }]), RangeError)
})
