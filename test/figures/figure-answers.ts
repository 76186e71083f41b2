import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Column, Columns } from '../../figures/column.ts'
import type { Figure, FigureAnswer } from '../../figures/figure.ts'
import type { FigureRow } from '../../figures/flat-columns.ts'
import { ARM_NAMES } from '../../model/arm.ts'
import { METRIC_NAMES } from '../../model/metrics.ts'
import { ENDPOINTS, type Endpoint } from '../../server/contract/contract.ts'

export const FIGURES = Object.entries(ENDPOINTS as Readonly<Record<string, Endpoint>>).flatMap(
  ([name, { figure }]) => (figure === undefined ? [] : [{ name, figure }]),
)

const number = fc.double({ min: 0.01, max: 1e6, noNaN: true })
const text = fc.stringMatching(/^[a-z]([a-z ]{0,10}[a-z])?$/)
const level = fc.oneof(text, number, fc.constant(null))
const KINDS: Readonly<Record<Exclude<Column['kind'], 'word' | 'each' | 'parts'>, fc.Arbitrary<unknown>>> = {
  arm: fc.constantFrom(...ARM_NAMES),
  arms: fc.uniqueArray(fc.constantFrom(...ARM_NAMES)),
  byArm: fc.dictionary(fc.constantFrom(...ARM_NAMES), number),
  count: fc.nat(1e9),
  number,
  estimate: fc
    .record({ value: number, isKnown: fc.boolean(), half: fc.double({ min: 0, max: 0.9, noNaN: true }) })
    .map(({ value, isKnown, half }) => ({
      value,
      low: isKnown ? value * (1 - half) : null,
      high: isKnown ? value * (1 + half) : null,
    })),
  interval: fc.record({ low: number, high: number }),
  leftOut: fc.array(
    fc.record({ state: fc.constantFrom('invalid', 'failed'), reason: text, count: fc.nat(9) }),
  ),
  flag: fc.boolean(),
  text,
  verdict: fc.constantFrom('faster', 'slower', 'no difference shown', 'too few rounds'),
  metric: fc.constantFrom(...METRIC_NAMES),
  instant: fc.constant('2026-11-28T10:00:00.000Z'),
  numbers: fc.array(fc.nat(100)),
  metrics: fc.record({ plt_ms: fc.option(number), requests: fc.option(number) }),
  factors: fc.dictionary(fc.constantFrom('page', 'rttMs'), level),
  level,
}

function anyValue({ kind, oneOf, parts }: Column): fc.Arbitrary<unknown> {
  if (kind === 'word') return fc.constantFrom(...oneOf)
  if (kind === 'parts') return fc.dictionary(fc.constantFrom(...oneOf), rowOf(parts))
  return kind === 'each' ? fc.dictionary(fc.constantFrom(...oneOf), fc.nat(1e9)) : KINDS[kind]
}

const rowOf = (columns: Columns): fc.Arbitrary<FigureRow> =>
  fc.record(
    Object.fromEntries(
      Object.entries(columns).map(([key, one]) => [
        key,
        one.orNull ? fc.option(anyValue(one)) : anyValue(one),
      ]),
    ),
  ) as fc.Arbitrary<FigureRow>

/** Any answer that the columns of a figure allow. */
export const answerOf = ({ head, columns }: Figure): fc.Arbitrary<FigureAnswer<Figure>> =>
  fc
    .tuple(rowOf(head), fc.array(rowOf(columns), { maxLength: 5 }))
    .map(([first, rows]) => ({ ...first, rows }) as unknown as FigureAnswer<Figure>)

/** One with rows that people are shown. */
export function sampleAnswer(figure: Figure): FigureAnswer<Figure> {
  const many = answerOf(figure).filter(
    ({ rows }) => rows.length > 2 && rows.every((row) => figure.isShown?.(row) ?? true),
  )
  const [each] = fc.sample(many, { numRuns: 1, seed: 7 })
  assert.ok(each !== undefined)
  return each
}
