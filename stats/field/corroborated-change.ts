import type { FieldRow } from '../../model/field-row.ts'
import { median } from '../median.ts'
import { wilson } from '../tests/wilson.ts'
import { type Contributor, inWindow } from './contributors.ts'
import type { FieldRules } from './field-rules.ts'

/** Standard normal quantile of the agreement's test: one in 740 by chance. */
const Z = 3

/**
 * Returns by how much a site itself has become slower or faster since an earlier week, as a logarithm, according to those who
 * contributed both then and now: who joins and who leaves has no say in it. It is believed where significantly more than
 * `agreeing` of them moved the same way. With 0.65, three tenths of them who lie cannot bring it about: the honest ones go up
 * and down by chance, and 0.3 + 0.7 / 2 is 0.65.
 *
 * @param before the medians of then; who was there for a day is enough
 * @returns null where they do not agree that it has changed
 */
export function corroboratedChange(
  before: readonly Contributor[],
  now: readonly Contributor[],
  { agreeing }: FieldRules,
): number | null {
  const then = new Map(before.map(({ cidHash, valueMs }) => [cidHash, valueMs]))
  const changes = now.flatMap(({ cidHash, valueMs }) => {
    const earlier = then.get(cidHash) ?? 0
    return earlier > 0 && valueMs > 0 ? [Math.log(valueMs / earlier)] : []
  })
  const up = changes.filter((change) => change > 0).length
  const down = changes.filter((change) => change < 0).length
  const agreed = wilson(Math.max(up, down), changes.length, Z)
  return agreed !== null && agreed.low > agreeing ? (median(changes) ?? null) : null
}

/**
 * The earliest of these weeks since which enough have contributed to be asked what has changed: `witnesses`, and half of
 * those of now. Fewer might be those alone who keep a pseudonym for longer than its quarter. Null where there is none.
 */
export function referenceWeek(
  weeks: readonly string[],
  rows: readonly FieldRow[],
  now: readonly Contributor[],
  rules: FieldRules,
): string | null {
  const present = new Set(now.map(({ cidHash }) => cidHash))
  const enough = Math.max(rules.witnesses, now.length / 2)
  const witnesses = (week: string): number =>
    new Set(inWindow(rows, week, rules).map(({ cidHash }) => cidHash)).intersection(present).size
  return weeks.find((week) => witnesses(week) >= enough) ?? null
}
