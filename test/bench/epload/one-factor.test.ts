import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  gainOfManyObjects,
  gainOfSmallObjects,
  mattersLess,
  type SweptFactor,
} from '../../../bench/epload/one-factor.ts'
import type { MeasuredLabCell } from '../../../lab/run/measured-cells.ts'
import { rng } from '../../../stats/rng.ts'
import { about, measuredCell } from '../../cli/lab/measured.ts'
import { near } from '../../stats/near.ts'

interface Condition {
  readonly objects: number
  readonly objectBytes: number
  readonly lossFraction: number
  readonly rttMs: number
  readonly downMbps: number
  readonly initcwnd: number
}

/** As in the plan: the largest objects come with few others only. */
const PAGES = [
  [2, 100],
  [2, 10_000],
  [2, 1_000_000],
  [32, 100],
  [32, 10_000],
  [512, 100],
  [512, 1_000],
] as const

const CONDITIONS = PAGES.flatMap(([objects, objectBytes]) =>
  [0, 0.02].flatMap((lossFraction) =>
    [20, 100].flatMap((rttMs) =>
      [1, 10].flatMap((downMbps) =>
        [3, 32].map(
          (initcwnd): Condition => ({ objects, objectBytes, lossFraction, rttMs, downMbps, initcwnd }),
        ),
      ),
    ),
  ),
)

/** A sweep in which HTTP/2 has this logarithm of its gain, with a scatter of some thousandths. */
function sweep(logGain: (condition: Condition) => number): MeasuredLabCell[] {
  const random = rng(7)
  return CONDITIONS.map((condition, cell) => {
    const scatter = (random() - 0.5) / 100
    const factors = { ...condition, upMbps: condition.downMbps }
    return measuredCell(cell, factors, {
      h1: about(1_000),
      h2: about(1_000 * Math.exp(-logGain(condition) - scatter)),
    })
  })
}

/** Wherever it says no more, a factor has no effect. */
const EVEN = sweep(() => 0)
const size = ({ objectBytes }: Condition): number => Math.log10(objectBytes)

test('small objects gain most, least, or nobody can say', () => {
  const smallGainMost = gainOfSmallObjects(
    sweep((each) => -0.1 * size(each)),
    'h1',
    'h2',
  )
  // Three numbers of objects and sixteen links.
  assert.deepEqual([smallGainMost?.n, smallGainMost?.finding], [48, 'found again'])
  assert.equal(
    gainOfSmallObjects(
      sweep((each) => 0.1 * size(each)),
      'h1',
      'h2',
    )?.finding,
    'not found',
  )
  const alternate = sweep(({ rttMs, ...each }) => (rttMs === 20 ? 0.1 : -0.1) * size({ rttMs, ...each }))
  assert.equal(gainOfSmallObjects(alternate, 'h1', 'h2')?.finding, 'undecided')
})

test('many objects gain most, or least', () => {
  const number = ({ objects }: Condition): number => Math.log2(objects)
  assert.equal(
    gainOfManyObjects(
      sweep((each) => 0.1 * number(each)),
      'h1',
      'h2',
    )?.finding,
    'found again',
  )
  assert.equal(
    gainOfManyObjects(
      sweep((each) => -0.1 * number(each)),
      'h1',
      'h2',
    )?.finding,
    'not found',
  )
})

test('conditions are compared that differ in nothing else, where the largest objects come with few others only', () => {
  // Two objects gain less than many, and size has no effect: the plain means of the sizes differ by a half.
  const found = gainOfSmallObjects(
    sweep(({ objects }) => (objects === 2 ? 0 : 1)),
    'h1',
    'h2',
  )
  near(found?.value, 0, 0.01)
  // Twofold for each step of the number: fourfold at 100 B, which come with all three, and twofold at 10 kB.
  const many = gainOfManyObjects(
    sweep((each) => Math.log(2) * [2, 32, 512].indexOf(each.objects) - size(each)),
    'h1',
    'h2',
  )
  near(Math.exp(many?.value ?? Number.NaN), 2 ** 1.5, 0.03)
})

for (const [factor, level] of [
  ['roundTrip', ({ rttMs }) => (rttMs === 20 ? 0 : 1)],
  ['rate', ({ downMbps }) => (downMbps === 1 ? 0 : 1)],
  ['window', ({ initcwnd }) => (initcwnd === 3 ? 0 : 1)],
] as const satisfies readonly (readonly [SweptFactor, (each: Condition) => number])[]) {
  const finding = (strengths: { readonly own: number; readonly size: number; readonly loss: number }) =>
    mattersLess(
      factor,
      sweep(
        (each) =>
          strengths.own * level(each) -
          strengths.size * size(each) -
          (each.lossFraction === 0 ? 0 : strengths.loss),
      ),
      'h1',
      'h2',
    )?.finding

  test(`${factor} matters less than size and loss only where it does than both`, () => {
    assert.equal(finding({ own: 0.05, size: 0.5, loss: 1 }), 'found again')
    assert.equal(finding({ own: -0.05, size: 0.5, loss: 1 }), 'found again', 'it may change gains either way')
    assert.equal(finding({ own: 2, size: 0.1, loss: 0.1 }), 'not found')
    assert.equal(finding({ own: 0.5, size: 1, loss: 0.05 }), 'not found', 'it matters more than loss')
    assert.equal(finding({ own: 0.05, size: 0.001, loss: 1 }), 'not found', 'it matters more than size')
  })

  test(`whether ${factor} matters less is undecided where nothing matters`, () => {
    assert.equal(mattersLess(factor, EVEN, 'h1', 'h2')?.finding, 'undecided')
  })
}

test('of a factor that was not varied, or that another one always changes with, nothing is said', () => {
  const oneLink = sweep(() => 0).filter(({ factors }) => factors.rttMs === 20 && factors.objectBytes === 100)
  assert.equal(mattersLess('roundTrip', oneLink, 'h1', 'h2'), null)
  assert.equal(gainOfSmallObjects(oneLink, 'h1', 'h2'), null)
  const together = EVEN.filter(
    ({ factors: { objects, objectBytes } }) =>
      (objects === 2 && objectBytes === 10_000) || (objects === 32 && objectBytes === 100),
  )
  assert.deepEqual(
    [gainOfSmallObjects(together, 'h1', 'h2'), gainOfManyObjects(together, 'h1', 'h2')],
    [null, null],
  )
})
