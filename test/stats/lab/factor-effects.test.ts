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

/** The levels of a factor with what was found: `{ 20: [gain, effect], … }`; a mean has no effect. */
function found(cells: readonly EffectCell[], name: string): Record<string, number[]> {
  const factor = effects(cells)?.factors.find(({ names }) => names.includes(name))
  return Object.fromEntries(
    (factor?.levels ?? []).map(({ level, gain, effect }) => [
      level.join(),
      effect === null ? [gain.value] : [gain.value, effect.value],
    ]),
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

test('where a condition is missing, effects are still those of each factor alone', () => {
  // A product of what each level does; plain means would give page b part of the round-trip time's effect.
  const gains = { 20: 1, 100: 2, 200: 3 }
  const cells = ([20, 100, 200] as const).flatMap((rttMs) =>
    (['a', 'b'] as const).flatMap((page) =>
      [0, 0.01].flatMap((lossFraction) =>
        page === 'b' && rttMs === 20 && lossFraction > 0
          ? []
          : [
              cell(
                { rttMs, page, lossFraction },
                gains[rttMs] * (page === 'b' ? 1.5 : 1) * (1 - 10 * lossFraction),
              ),
            ],
      ),
    ),
  )
  assert.ok(effects(cells)?.factors.every(({ gainIs }) => gainIs === 'main-effect'))
  const [a, b] = [found(cells, 'page').a, found(cells, 'page').b]
  near((b?.[0] ?? 0) / (a?.[0] ?? 1), 1.5, 1e-9)
  const rtt = found(cells, 'rttMs')
  near((rtt[200]?.[1] ?? 0) / (rtt[20]?.[1] ?? 1), 3, 1e-9)
  for (const { effect } of effects(cells)?.interactions ?? []) near(effect.value, 1, 1e-9)
})

/** Large objects only in small numbers, as in lab/plans/epload.yaml: what number and size do to the gain multiplies. */
const BY_NUMBER = { 2: 1, 8: 2, 32: 4 }
const BY_SIZE = { 100: 1, 1000: 0.9, 10000: 0.7 }
const PAGES = [
  [2, 100],
  [2, 1_000],
  [2, 10_000],
  [8, 100],
  [8, 1_000],
  [32, 100],
] as const
const TRIANGLE = PAGES.flatMap(([objects, objectBytes]) =>
  [0, 0.02].map((lossFraction) =>
    cell(
      { objects, objectBytes, lossFraction },
      BY_NUMBER[objects] * BY_SIZE[objectBytes] * (lossFraction === 0 ? 1 : 0.81),
    ),
  ),
)

test('levels of factors that are not crossed have the mean of their conditions, and no effect', () => {
  const all = effects(TRIANGLE)
  assert.deepEqual(
    all?.factors.map(({ names, gainIs, notCrossedWith }) => [names.join(), gainIs, notCrossedWith]),
    [
      ['lossFraction', 'main-effect', []],
      ['objectBytes', 'mean', ['objects']],
      ['objects', 'mean', ['objectBytes']],
    ],
  )
  // Both conditions of 10 kB are slower. A main effect would add 8 and 32 objects of that size, and call them faster: 1.26.
  near(found(TRIANGLE, 'objectBytes')['10000']?.[0], 0.7 * 0.9, 1e-9)
  near(found(TRIANGLE, 'objects')['32']?.[0], 4 * 0.9, 1e-9)
  assert.ok(all?.factors.slice(1).every(({ levels }) => levels.every(({ effect }) => effect === null)))
  assert.deepEqual(
    all?.factors[1]?.levels.map(({ n }) => n),
    [6, 4, 2],
  )
  assert.ok(all?.factors[1]?.levels.every(({ gain }) => gain.interval !== null))
})

test('a factor that is crossed with all others is estimated over the combinations of those that are not', () => {
  const all = effects(TRIANGLE)
  const pages = PAGES.map(([objects, objectBytes]) => BY_NUMBER[objects] * BY_SIZE[objectBytes])
  const mean = pages.reduce((product, gain) => product * gain, 1) ** (1 / pages.length)
  const loss = found(TRIANGLE, 'lossFraction')
  near(loss['0']?.[0], mean, 1e-9)
  near(loss['0.02']?.[0], 0.81 * mean, 1e-9)
  near(loss['0.02']?.[1], 0.9, 1e-9)
  near(all?.gain.value, 0.9 * mean, 1e-9)
  const pairs = new Set(all?.interactions.map(({ names }) => names.flat().join()))
  assert.deepEqual([...pairs], ['lossFraction,objectBytes', 'lossFraction,objects'])
  for (const { effect } of all?.interactions ?? []) near(effect.value, 1, 1e-9)
  // Without 8 objects of 1 kB under loss it is still measured with 8 objects, and with 1 kB.
  const fewer = found(TRIANGLE.toSpliced(9, 1), 'lossFraction')
  near((fewer['0.02']?.[0] ?? 0) / (fewer['0']?.[0] ?? 1), 0.81, 1e-9)
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

test('a factor from which others follow is crossed with none of them', () => {
  const cells = [0, 1, 2, 3].map((index) =>
    cell({ a: index % 2, b: index >> 1, c: `${index % 2}${index >> 1}` }, index + 1),
  )
  const all = effects(cells)
  assert.deepEqual(
    all?.factors.map(({ names, gainIs, notCrossedWith }) => [names.join(), gainIs, notCrossedWith.join()]),
    [
      ['a', 'mean', 'c'],
      ['b', 'mean', 'c'],
      ['c', 'mean', 'a,b'],
    ],
  )
  near(found(cells, 'a')['1']?.[0], Math.sqrt(8), 1e-12)
  assert.deepEqual([all?.interactions, all?.confounded], [[], []])
})

test('factors that so few conditions do not tell apart are named, not estimated', () => {
  // Any two have all four pairs of levels, and e = d + c - b, f = d + c - a.
  const columns = { a: [1, 2, 3], b: [1, 2, 4], c: [1, 2, 5], d: [1, 3, 4], e: [1, 3, 5], f: [1, 4, 5] }
  const cells = [0, 1, 2, 3, 4, 5].map((row) =>
    cell(
      Object.fromEntries(Object.entries(columns).map(([name, ones]) => [name, ones.includes(row) ? 1 : 0])),
      row + 1,
    ),
  )
  const all = effects(cells)
  assert.deepEqual(all?.confounded, ['e', 'f'])
  assert.deepEqual(
    all?.factors.map(({ names, gainIs }) => [names.join(), gainIs]),
    ['a', 'b', 'c', 'd'].map((name) => [name, 'main-effect']),
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
        cell({ a: index % 3, b: Math.floor(index / 3) % 2, c: Math.floor(index / 6) }, value),
      )
      const all = effects(cells)
      assert.equal(all?.factors.length, 3)
      for (const { levels } of all?.factors ?? []) {
        near(
          levels.reduce((sum, { effect }) => sum + Math.log(effect?.value ?? Number.NaN), 0),
          0,
          1e-9,
        )
        for (const level of levels)
          near(level.gain.value / ((all?.gain.value ?? 0) * (level.effect?.value ?? Number.NaN)), 1, 1e-9)
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
