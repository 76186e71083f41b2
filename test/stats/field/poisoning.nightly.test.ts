import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ATTACK_WEEK, FROM_THE_FIRST, ON_THE_BACK, STRATEGIES } from './attacks.ts'
import { moved } from './moved.ts'
import { MIDDLE_MS, simulateField } from './simulated-field.ts'

const SETTLED = { people: 400, seeds: [10, 20] }
const LIMITS = [
  [0.05, 0.02],
  [0.3, 0.15],
] as const

for (const [share, limit] of LIMITS) {
  for (const [name, send] of Object.entries(STRATEGIES)) {
    test(`${100 * share} % attackers move a settled median by less than ${100 * limit} %: ${name}`, () => {
      const { furthest } = moved(send, { ...SETTLED, share })
      assert.ok(furthest < limit, `moved by ${(100 * furthest).toFixed(2)} %`)
    })
  }
}

test('attackers who are there before the first curve are not told from people: they move it as far as any median', () => {
  // 0.3 of all above the middle: what is published is the people’s 71.4 % quantile, 0.566 deviations up.
  const { furthest } = moved(FROM_THE_FIRST, { ...SETTLED, share: 0.3 })
  assert.ok(furthest > 0.15 && furthest < 0.45, `moved by ${(100 * furthest).toFixed(2)} %`)
})

test('while a site itself changes attackers can make the change look larger, but not as they like', () => {
  const siteFactor = (week: number): number => (week < ATTACK_WEEK ? 1 : 1.3)
  const { furthest } = moved(ON_THE_BACK, { ...SETTLED, share: 0.3, siteFactor })
  assert.ok(furthest < 0.6, `moved by ${(100 * furthest).toFixed(2)} %`)
})

test('what people themselves see is published: a site that changes is followed within some weeks', () => {
  for (const factor of [1.3, 0.6]) {
    const siteFactor = (week: number): number => (week < 14 ? 1 : factor)
    const published = simulateField({ seed: 10, people: 400, between: 0.5, within: 0.3, siteFactor }, 22)
    const [before, after] = [published[13]?.medianMs ?? 0, published[21]?.medianMs ?? 0]
    assert.ok(Math.abs(after / before / factor - 1) < 0.1, `${after} after ${before}`)
    assert.equal(published[21]?.state, 'made')
  }
})

test('without attackers nothing is frozen, and the published median is that of the people', () => {
  for (const people of [60, 400]) {
    const published = simulateField({ seed: 30, people, between: 0.5, within: 0.3 }, 26)
    assert.deepEqual(new Set(published.map(({ state }) => state)), new Set(['made']))
    for (const { medianMs } of published) {
      // Three standard errors of the median of so many people.
      const off = Math.abs(Math.log((medianMs ?? 0) / MIDDLE_MS))
      assert.ok(off < (3 * 1.25 * 0.5) / Math.sqrt(people), `${people} people: ${medianMs}`)
    }
  }
})
