import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meanGain } from '../../../stats/lab/mean-gain.ts'
import { rng } from '../../../stats/rng.ts'

test('the mean of gains is the geometric one, and independent errors add up in squares', () => {
  const gains = [2, 0.5].map((gain) => ({ gain, interval: [gain / 1.1, gain * 1.1] as const }))
  const mean = meanGain(gains)
  assert.ok(mean?.interval)
  assert.ok(Math.abs(mean.value - 1) < 1e-12)
  const half = Math.log(1.1) / Math.SQRT2
  assert.ok(Math.abs(Math.log(mean.interval[1]) - half) < 1e-12)
  assert.ok(Math.abs(Math.log(mean.interval[0]) + half) < 1e-12)
})

test('one gain keeps its interval', () => {
  const mean = meanGain([{ gain: 1.5, interval: [1.2, 1.875] }])
  assert.deepEqual(
    mean?.interval?.map((limit) => Number(limit.toFixed(9))),
    [1.2, 1.875],
  )
})

test('without gains there is no mean, and without one of the intervals none of the mean', () => {
  assert.equal(meanGain([]), undefined)
  assert.deepEqual(meanGain([{ gain: 4, interval: null }]), { value: 4, interval: null })
  assert.throws(() => meanGain([{ gain: 0, interval: null }]), RangeError)
})

test('the interval of the mean holds the true mean as often as those of its gains hold theirs', () => {
  const random = rng(3)
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const truths = [0.9, 1.1, 1.4, 2]
  let held = 0
  const campaigns = 4_000
  for (let campaign = 0; campaign < campaigns; campaign += 1) {
    const gains = truths.map((truth, index) => {
      const error = 0.02 * (index + 1)
      const gain = truth * Math.exp(error * normal())
      const factor = Math.exp(1.96 * error)
      return { gain, interval: [gain / factor, gain * factor] as const }
    })
    const [low = 0, high = 0] = meanGain(gains)?.interval ?? []
    const truth = Math.exp(truths.reduce((sum, each) => sum + Math.log(each), 0) / truths.length)
    if (low < truth && truth < high) held += 1
  }
  assert.ok(Math.abs(held / campaigns - 0.95) < 0.012, `${held} of ${campaigns}`)
})
