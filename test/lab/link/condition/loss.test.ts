import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { GilbertElliott } from '../../../../lab/link/condition/link.ts'
import { burstPackets, lossInBursts, meanLoss, overdispersion } from '../../../../lab/link/condition/loss.ts'
import { rng } from '../../../../stats/rng.ts'

const MODEL: GilbertElliott = { goodToBad: 0.02, badToGood: 0.2, lossInGood: 0.03, lossInBad: 0.7 }

/** Whether each of so many packets is lost, drawn packet by packet. */
function drawn(loss: GilbertElliott, packets: number): boolean[] {
  const random = rng(1)
  let bad = false
  return Array.from({ length: packets }, () => {
    const lost = random() < (bad ? loss.lossInBad : loss.lossInGood)
    bad = random() < (bad ? 1 - loss.badToGood : loss.goodToBad)
    return lost
  })
}

test('the mean and the length of bursts are those of packets drawn one by one', () => {
  const lost = drawn(MODEL, 2_000_000)
  const count = lost.filter(Boolean).length
  const bursts = lost.filter((each, index) => each && !lost[index - 1]).length
  assert.ok(Math.abs(count / lost.length / meanLoss(MODEL) - 1) < 0.01, `${count / lost.length}`)
  assert.ok(Math.abs(count / bursts / (burstPackets(MODEL) ?? 0) - 1) < 0.01, `${count / bursts}`)
})

test('the count of lost packets varies as much more as it does when drawn', () => {
  const size = 2_000
  const lost = drawn(MODEL, 2_000_000)
  const counts = Array.from(
    { length: lost.length / size },
    (_, index) => lost.slice(index * size, (index + 1) * size).filter(Boolean).length,
  )
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
  const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (counts.length - 1)
  const share = meanLoss(MODEL)
  const found = variance / (size * share * (1 - share))
  assert.ok(Math.abs(found / overdispersion(MODEL) - 1) < 0.15, `${found} for ${overdispersion(MODEL)}`)
})

test('bursts that are asked for have the mean and the length that is asked for', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.001, max: 0.4, noNaN: true }),
      fc.integer({ min: 1, max: 100 }),
      (mean, packets) => {
        const loss = lossInBursts(mean, packets)
        assert.ok(Math.abs(meanLoss(loss) - mean) < 1e-9)
        assert.ok(Math.abs((burstPackets(loss) ?? 0) - packets) < 1e-6)
      },
    ),
  )
})

test('a loss of each packet for itself has no length of bursts, and varies as a binomial does', () => {
  assert.deepEqual([meanLoss(0.02), burstPackets(0.02), overdispersion(0.02)], [0.02, null, 1])
  const never = { ...MODEL, goodToBad: 0, lossInGood: 0 }
  assert.deepEqual([meanLoss(never), burstPackets(never), overdispersion(never)], [0, null, 1])
})

test('bursts that are too short for so much loss are refused in words for the user', () => {
  assert.throws(() => lossInBursts(0.8, 2), {
    name: 'RangeError',
    message: /80 % cannot come in bursts of 2/,
  })
})
