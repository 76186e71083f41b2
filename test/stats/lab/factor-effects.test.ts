import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type EffectCell, factorEffects } from '../../../stats/lab/factor-effects.ts'
import { rng } from '../../../stats/rng.ts'
import { near } from '../near.ts'

/** A condition with so many rounds of that gain, without noise. */
function cell(factors: EffectCell['factors'], gain: number, rounds = 3): EffectCell {
  return {
    factors,
    pairs: Array.from({ length: rounds }, (_, round) => ({ round, baseline: 1000, arm: 1000 / gain })),
  }
}

const effects = (cells: readonly EffectCell[]) => factorEffects({ cells, seed: 1, resamples: 1_000 })

/** The levels of a factor with what was found: `{ 20: [gain, effect], … }`. */
function found(cells: readonly EffectCell[], name: string): Record<string, number[]> {
  const factor = effects(cells)?.factors.find(({ names }) => names.includes(name))
  return Object.fromEntries(
    (factor?.levels ?? []).map(({ level, gain, effect }) => [level.join(), [gain.value, effect.value]]),
  )
}

test('in a full factorial, levels have the geometric means of their gains', () => {
  // Base-2 logarithms 0, 1, 1, 3: mean 1.25; ± 0.75 for each factor; 0.25 more where both are at their second level.
  const cells = [
    cell({ rttMs: 20, page: 'a' }, 1),
    cell({ rttMs: 20, page: 'b' }, 2),
    cell({ rttMs: 100, page: 'a' }, 2),
    cell({ rttMs: 100, page: 'b' }, 8),
  ]
  const all = effects(cells)
  near(all?.gain.value, 2 ** 1.25, 1e-12)
  for (const [name, levels] of [
    ['rttMs', ['20', '100']],
    ['page', ['a', 'b']],
  ] as const) {
    const [low = [], high = []] = levels.map((level) => found(cells, name)[level])
    near(low[0], Math.SQRT2, 1e-12)
    near(low[1], 2 ** -0.75, 1e-12)
    near(high[0], 4, 1e-12)
    near(high[1], 2 ** 0.75, 1e-12)
  }
  assert.deepEqual(
    all?.interactions.map(({ level, effect }) => [level.flat().join(), effect.value.toFixed(6)]),
    [
      ['a,20', (2 ** 0.25).toFixed(6)],
      ['a,100', (2 ** -0.25).toFixed(6)],
      ['b,20', (2 ** -0.25).toFixed(6)],
      ['b,100', (2 ** 0.25).toFixed(6)],
    ],
  )
})

test('where conditions are missing, effects are still those of each factor alone', () => {
  // A product of what each level does; plain means would give page b part of the round-trip time's effect.
  const gains = { 20: 1, 100: 2, 200: 3 }
  const cells = ([20, 100, 200] as const).flatMap((rttMs) =>
    (['a', 'b'] as const).flatMap((page) =>
      page === 'b' && rttMs === 20 ? [] : [cell({ rttMs, page }, gains[rttMs] * (page === 'b' ? 1.5 : 1))],
    ),
  )
  const [a, b] = [found(cells, 'page').a, found(cells, 'page').b]
  near((b?.[0] ?? 0) / (a?.[0] ?? 1), 1.5, 1e-9)
  const rtt = found(cells, 'rttMs')
  near((rtt[200]?.[1] ?? 0) / (rtt[20]?.[1] ?? 1), 3, 1e-9)
  for (const { effect } of effects(cells)?.interactions ?? []) near(effect.value, 1, 1e-9)
})

test('factors that change together are one, those that never change none', () => {
  const cells = [
    cell({ downMbps: 10, upMbps: 1, queuePackets: 256 }, 1),
    cell({ downMbps: 20, upMbps: 2, queuePackets: 256 }, 4),
  ]
  assert.deepEqual(
    effects(cells)?.factors.map(({ names, levels }) => [names, levels.map(({ level, n }) => [level, n])]),
    [
      [
        ['downMbps', 'upMbps'],
        [
          [[10, 1], 1],
          [[20, 2], 1],
        ],
      ],
    ],
  )
})

test('a factor that others determine is named, not estimated', () => {
  // The sum of two others: nothing is left to tell it from them.
  const cells = [0, 1, 2, 3].map((index) =>
    cell({ a: index % 2, b: index >> 1, c: `${index % 2}${index >> 1}` }, index + 1),
  )
  const all = effects(cells)
  assert.deepEqual(all?.confounded, ['c'])
  assert.deepEqual(
    all?.factors.map(({ names }) => names.join()),
    ['a', 'b'],
  )
})

test('a factor that some conditions do not have is null there', () => {
  const levels = found([cell({ streams: 10 }, 2), cell({}, 1)], 'streams')
  assert.deepEqual(Object.keys(levels).sort(), ['', '10'])
})

test('levels are in order, numbers by size', () => {
  const cells = [100, 9, 20].map((rttMs) => cell({ rttMs }, rttMs))
  assert.deepEqual(
    effects(cells)?.factors[0]?.levels.map(({ level }) => level[0]),
    [9, 20, 100],
  )
})

test('says nothing without conditions, and of one its gain', () => {
  assert.equal(effects([]), undefined)
  const one = effects([cell({ page: 'a' }, 2)])
  near(one?.gain.value, 2, 1e-12)
  assert.deepEqual([one?.n, one?.factors, one?.interactions, one?.confounded], [1, [], [], []])
})

test('has no interval where a condition has fewer than three rounds', () => {
  for (const [rounds, known] of [
    [1, false],
    [2, false],
    [3, true],
  ] as const) {
    const all = effects([cell({ page: 'a' }, 2, 20), cell({ page: 'b' }, 2, rounds)])
    assert.equal(all?.gain.interval !== null, known, `${rounds} rounds`)
  }
})

test('what is no ratio, and a condition without rounds, are refused', () => {
  assert.throws(() => effects([cell({}, 1, 0)]), /without rounds/)
  assert.throws(() => effects([{ factors: {}, pairs: [{ round: 0, baseline: 0, arm: 1 }] }]), /round 0/)
  assert.throws(() => factorEffects({ cells: [], seed: 1, resamples: 10 }), RangeError)
})

test('effects of a factor cancel, and a level’s gain is the mean’s times its effect', () => {
  const gain = fc.double({ min: 0.2, max: 5, noNaN: true })
  fc.assert(
    fc.property(fc.array(gain, { minLength: 12, maxLength: 12 }), (gains) => {
      const cells = gains.map((value, index) =>
        cell({ a: index % 3, b: Math.floor(index / 3) % 2, c: index }, value),
      )
      // c is different in every condition: it determines a and b, which come first.
      const all = effects(cells)
      assert.deepEqual(all?.confounded, ['c'])
      for (const { levels } of all?.factors ?? []) {
        near(
          levels.reduce((sum, { effect }) => sum + Math.log(effect.value), 0),
          0,
          1e-9,
        )
        for (const level of levels)
          near(level.gain.value / ((all?.gain.value ?? 0) * level.effect.value), 1, 1e-9)
      }
    }),
    { numRuns: 20 },
  )
})

test('the 95 % interval of an effect holds it in some 95 % of runs of 8 conditions with 6 rounds, or somewhat more', () => {
  const random = rng(95)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  let held = 0
  for (let run = 0; run < 400; run += 1) {
    const cells = Array.from({ length: 8 }, (_, index) => ({
      factors: { rttMs: index % 2, page: index >> 1 },
      pairs: Array.from({ length: 6 }, (_, round) => ({
        round,
        baseline: 1000 * Math.exp(0.1 * normal()),
        arm: (1000 / (index % 2 === 0 ? 1 : 1.5)) * Math.exp(0.1 * normal()),
      })),
    }))
    const effect = factorEffects({ cells, seed: run, resamples: 1_000 })?.factors.find(({ names }) =>
      names.includes('rttMs'),
    )?.levels[1]?.effect
    const truth = Math.sqrt(1.5)
    if (effect?.interval && effect.interval[0] <= truth && truth <= effect.interval[1]) held += 1
  }
  assert.ok(held >= 0.94 * 400 && held <= 0.99 * 400, `${held} of 400`)
})
