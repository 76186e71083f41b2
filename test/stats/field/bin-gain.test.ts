import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bins } from '../../../model/published-cell.ts'
import { binGain, middleShare } from '../../../stats/field/bin-gain.ts'
import { binQuantile } from '../../../stats/field/bin-quantile.ts'
import { binned } from '../../../stats/field/bins.ts'
import { normalQuantile } from '../../../stats/normal.ts'
import { quantile } from '../../../stats/quantile.ts'
import { rng } from '../../../stats/rng.ts'

/** Log-normal medians of contributors around a time, in bins. */
function group(n: number, aboutMs: number, spread: number, random: () => number): Bins {
  return binned(
    Array.from(
      { length: n },
      () => aboutMs * Math.exp(spread * normalQuantile((random() + 2 ** -33) * (1 - 2 ** -33))),
    ),
  )
}

test('the gain is the ratio of the medians of the bins', () => {
  const random = rng(1)
  const [baseline, faster] = [group(41, 800, 0.4, random), group(30, 400, 0.4, random)]
  const compared = binGain({ baseline, group: faster, seed: 3 })
  assert.equal(compared?.gain, (binQuantile(baseline, 0.5) ?? NaN) / (binQuantile(faster, 0.5) ?? NaN))
  assert.equal(compared?.verdict, 'faster')
  assert.ok(compared.interval[0] < compared.gain && compared.gain < compared.interval[1])
})

test('groups that change places have the inverse gain and the inverse verdict', () => {
  const random = rng(2)
  const [one, other] = [group(200, 800, 0.3, random), group(200, 600, 0.3, random)]
  const there = binGain({ baseline: one, group: other, seed: 3 })
  const back = binGain({ baseline: other, group: one, seed: 3 })
  assert.ok(there && back)
  assert.ok(Math.abs(there.gain * back.gain - 1) < 1e-12)
  assert.deepEqual([there.verdict, back.verdict], ['faster', 'slower'])
})

test('the same seed gives the same interval, another seed another one', () => {
  const random = rng(4)
  const options = { baseline: group(25, 500, 0.5, random), group: group(31, 450, 0.5, random) }
  assert.deepEqual(binGain({ ...options, seed: 9 }), binGain({ ...options, seed: 9 }))
  assert.notDeepEqual(binGain({ ...options, seed: 9 })?.interval, binGain({ ...options, seed: 10 })?.interval)
})

test('a group of nobody has no gain, and one person each tells nothing', () => {
  assert.equal(binGain({ baseline: [], group: [[100, 5]], seed: 1 }), undefined)
  assert.equal(binGain({ baseline: [[100, 5]], group: [], seed: 1 }), undefined)
  const one = binGain({ baseline: [[100, 1]], group: [[100, 1]], seed: 1 })
  assert.equal(one?.verdict, 'no difference shown')
  assert.equal(one.gain, 1)
})

test('an option out of its range is refused', () => {
  const bins: Bins = [[100, 5]]
  assert.throws(() => binGain({ baseline: bins, group: bins, seed: 1, resamples: 10 }), RangeError)
  assert.throws(() => binGain({ baseline: bins, group: bins, seed: 1, level: 1 }), RangeError)
})

test('the middle share of n is where the median of n uniform numbers lies: Beta((n + 1) / 2, (n + 1) / 2)', () => {
  const random = rng(5)
  for (const n of [1, 3, 20, 101]) {
    const drawn = Array.from({ length: 20_000 }, () => middleShare(n, random))
    const variance = drawn.reduce((sum, share) => sum + (share - 0.5) ** 2, 0) / drawn.length
    // Of Beta(a, a): 1 / (4 (2a + 1)).
    const expected = 1 / (4 * (n + 2))
    assert.ok(Math.abs(variance / expected - 1) < 0.05, `n = ${n}: ${variance} for ${expected}`)
    if (n !== 3) continue
    // The median of three: 3 x^2 - 2 x^3 at x = 0.25.
    const share = drawn.filter((one) => one <= 0.25).length / drawn.length
    assert.ok(Math.abs(share - 0.156_25) < 0.01, String(share))
  }
})

test('the interval is that of a bootstrap that draws every contributor', () => {
  const random = rng(6)
  const [baseline, other] = [group(60, 700, 0.5, random), group(45, 600, 0.5, random)]
  const compared = binGain({ baseline, group: other, seed: 7, resamples: 8_000 })
  const draw = rng(8)
  const resampled = (bins: Bins): number => {
    const all = bins.flatMap(([bin, count]) => Array.from({ length: count }, () => bin))
    const counts = new Map<number, number>()
    for (const _ of all) {
      const bin = all[Math.floor(draw() * all.length)] ?? 0
      counts.set(bin, (counts.get(bin) ?? 0) + 1)
    }
    return (
      binQuantile(
        [...counts].sort(([a], [b]) => a - b),
        0.5,
      ) ?? NaN
    )
  }
  const ratios = Array.from({ length: 8_000 }, () => resampled(baseline) / resampled(other))
  for (const [index, p] of [0.025, 0.975].entries())
    assert.ok(Math.abs(Math.log((quantile(ratios, p) ?? NaN) / (compared?.interval[index] ?? NaN))) < 0.03)
})

test('two like groups are called different in at most 5 % or so, from 20 contributors on', () => {
  for (const [n, m, spread] of [
    [20, 20, 0.3],
    [20, 60, 1],
    [150, 40, 0.6],
  ] as const) {
    const random = rng(n + m)
    const tries = 1_000
    let different = 0
    for (let i = 0; i < tries; i += 1) {
      const compared = binGain({
        baseline: group(n, 500, spread, random),
        group: group(m, 500, spread, random),
        seed: i,
        resamples: 1_000,
      })
      if (compared?.verdict !== 'no difference shown') different += 1
    }
    assert.ok(different / tries < 0.065, `${n} and ${m}: ${different / tries}`)
  }
})
