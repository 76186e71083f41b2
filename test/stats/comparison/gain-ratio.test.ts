import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GainRatio, gainRatio } from '../../../stats/comparison/gain-ratio.ts'

const around = (gain: number, half: number) => ({
  gain,
  interval: [gain * Math.exp(-half), gain * Math.exp(half)] as const,
})

function assertNear(found: number | null | undefined, expected: number): void {
  assert.ok(Math.abs((found ?? Number.NaN) - expected) < 1e-12, `${found} is not ${expected}`)
}

function assertInterval({ interval }: GainRatio, low: number, high: number): void {
  assertNear(interval?.[0], low)
  assertNear(interval?.[1], high)
}

test('half lengths of the logarithms add up in squares', () => {
  const found = gainRatio(around(1.5, 0.03), around(1.2, 0.04))
  assertNear(found.ratio, 1.25)
  assertInterval(found, 1.25 * Math.exp(-0.05), 1.25 * Math.exp(0.05))
  assert.equal(found.differs, true)
})

test('two gains differ only where the interval excludes 1, on either side', () => {
  assert.equal(gainRatio(around(1.04, 0.03), around(1, 0.04)).differs, false)
  assert.equal(gainRatio(around(1.06, 0.03), around(1, 0.04)).differs, true)
  assert.equal(gainRatio(around(1, 0.03), around(1.06, 0.04)).differs, true)
})

test('changing places turns the ratio and its interval over', () => {
  const [one, other] = [around(1.3, 0.1), around(0.9, 0.2)]
  const [found, turned] = [gainRatio(one, other), gainRatio(other, one)]
  assertNear(found.ratio * turned.ratio, 1)
  assertNear((found.interval?.[0] ?? 0) * (turned.interval?.[1] ?? 0), 1)
})

test('the difference that could have been shown is beyond the interval by the power’s quantile', () => {
  const { couldHaveShownPercent } = gainRatio(around(1, 0.03), around(1, 0.04))
  // 0.8416 and 1.9600 are the normal quantiles of 0.8 and 0.975.
  const expected = 100 * Math.expm1(0.05 * (1 + 0.841621 / 1.959964))
  assert.ok(Math.abs((couldHaveShownPercent ?? 0) - expected) < 1e-4)
})

test('without an interval of both nothing is said of a difference', () => {
  const { ratio, ...rest } = gainRatio({ gain: 2, interval: null }, around(1, 0.1))
  assert.equal(ratio, 2)
  assert.deepEqual(rest, { interval: null, differs: null, couldHaveShownPercent: null })
})

test('a gain that is none is refused', () => {
  assert.throws(() => gainRatio(around(0, 0.1), around(1, 0.1)), RangeError)
})
