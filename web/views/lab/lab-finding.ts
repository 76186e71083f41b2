import { count } from '../../../figures/quantity.ts'
import { isAboutOne } from '../../../model/about-one.ts'
import { ratioRangeText, ratioText } from '../../../model/ratio-text.ts'
import { armLabel } from '../../charts/arm.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { conditionWords, type GainRow, type LabFactor, rowPage } from './lab-factors.ts'
import type { Compared, LabScale } from './lab-scale.ts'
import { replaySentence } from './replay-mark.ts'

export interface Finding {
  /** One sentence: which pages differ, and by how much. */
  readonly headline: string
  /** Says in how many conditions, and the two ends with their intervals. */
  readonly support: string
}

type KnownRow = GainRow & { readonly value: number }

/** Words what the conditions of one arm show. `rows` are what is shown, of this arm alone. */
export function labFinding(
  rows: readonly GainRow[],
  factors: readonly LabFactor[],
  scale: LabScale,
  compared: Compared,
): Finding {
  const known = rows.flatMap((row): KnownRow[] => {
    const value = scale.value(row)
    return value === null ? [] : [{ ...row, value }]
  })
  const arms = `${armLabel(compared.arm)} and ${armLabel(compared.baseline)}`
  const metric = metricWords(compared.metric)
  if (known.length === 0)
    return { headline: `No condition has rounds of both ${arms} with a value of ${metric}.`, support: '' }
  const support =
    `${capitalized(tallyWords(known, scale))}${missingWords(rows.length - known.length)}. ${endsWords(known, factors, scale)}`.trim() +
    replaySentence(known)
  const all = (outcome: Outcome) => known.every((row) => outcomeOf(row) === outcome)
  if (all('too few rounds'))
    return { headline: `Too few rounds of ${arms} for a verdict: an interval needs 6.`, support }
  if (all('not decided'))
    return { headline: `Not decided: no condition shows a difference between ${arms} in ${metric}.`, support }
  if (all('no difference'))
    return { headline: `No difference between ${arms} in ${metric}, in any condition.`, support }
  return { headline: pagesWords(known, scale, compared), support }
}

function missingWords(missing: number): string {
  return missing === 0 ? '' : `; ${count(missing, 'condition')} without a value`
}

type Outcome = 'less' | 'more' | 'no difference' | 'not decided' | 'too few rounds'

function outcomeOf({ change, gainInterval: ratio, differenceInterval: limits }: KnownRow): Outcome {
  if (change === 'less' || change === 'more' || change === 'too few rounds') return change
  const isWithin = ratio !== null && isAboutOne(ratio.low, ratio.high)
  return isWithin || (limits?.low === 0 && limits.high === 0) ? 'no difference' : 'not decided'
}

/** `faster in 5 of 8 conditions, not decided in 3`. */
function tallyWords(rows: readonly KnownRow[], { less, more, heat }: LabScale): string {
  const words: Readonly<Record<Outcome, string>> = {
    ...{ less, more },
    'no difference': heat.name === 'difference' ? 'the same' : 'no difference beyond 5 %',
    'not decided': 'not decided',
    'too few rounds': 'too few rounds',
  }
  const outcomes = Object.keys(words) as readonly Outcome[]
  const found = outcomes.flatMap((outcome) => {
    const n = rows.filter((row) => outcomeOf(row) === outcome).length
    return n === 0 ? [] : [{ said: words[outcome], n }]
  })
  const [only] = found.length === 1 ? found : []
  if (only !== undefined)
    return rows.length === 1 ? only.said : `${only.said} in all ${rows.length} conditions`
  return found
    .map(({ said, n }, i) => `${said} in ${n}${i === 0 ? ` of ${rows.length} conditions` : ''}`)
    .join(', ')
}

/** Each page with its range and what is decided of it; of more than three pages those at the ends. */
function pagesWords(known: readonly KnownRow[], scale: LabScale, { arm, baseline }: Compared): string {
  const isGain = scale.heat.name === 'gain'
  const pages = [...Map.groupBy(known, rowPage)].map(([page, rows]) => {
    const values = rows.map(({ value }) => value)
    return {
      page,
      rows,
      low: Math.min(...values),
      high: Math.max(...values),
      middle: scale.pool(values) ?? 0,
    }
  })
  const sorted = pages.toSorted((a, b) => (b.middle - a.middle) * (isGain ? 1 : -1))
  const [first, last] = [sorted[0], sorted.at(-1)]
  const shown = sorted.length <= 3 || first === undefined || last === undefined ? sorted : [first, last]
  const clauses = shown.map(({ page, rows, low, high }) => {
    const range = isGain ? timesWords(low, high) : scale.heat.writeRange([low, high])
    return `${page ?? 'pages'} ${range} (${tallyWords(rows, scale)})`
  })
  const among = shown.length < sorted.length ? `, of ${sorted.length} pages the first and the last` : ''
  return `${armLabel(arm)} in place of ${armLabel(baseline)}, ${scale.measure}${among}: ${clauses.join('; ')}.`
}

/** `2.09–3.41 times`. */
function timesWords(low: number, high: number): string {
  return low === high ? `${ratioText(low)} times` : `${ratioRangeText([low, high])} times`
}

function endsWords(known: readonly KnownRow[], factors: readonly LabFactor[], scale: LabScale): string {
  const sorted = known.toSorted((a, b) => a.value - b.value)
  const [lowest, highest] = [sorted[0], sorted.at(-1)]
  if (lowest === undefined || highest === undefined) return ''
  if (lowest === highest) return `${capitalized(rowWords(lowest, factors, scale))}.`
  return `Lowest: ${rowWords(lowest, factors, scale)}. Highest: ${rowWords(highest, factors, scale)}.`
}

/** `3.41× (95 % interval 3.36–3.46, 10 rounds) for 100 objects of 1 kB, 100 ms round trip`. */
function rowWords(row: KnownRow, factors: readonly LabFactor[], scale: LabScale): string {
  const interval = scale.interval(row)
  const limits = interval === null ? 'no interval' : `95 % interval ${scale.heat.writeRange(interval)}`
  const condition = [rowPage(row) ?? '', conditionWords(row, factors)]
    .filter((part) => part !== '')
    .join(', ')
  return `${scale.heat.write(row.value)} (${limits}, ${count(row.n, 'round')})${condition === '' ? '' : ` for ${condition}`}`
}

function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
