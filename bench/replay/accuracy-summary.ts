import { median } from '../../stats/median.ts'
import type { PageAccuracy } from './accuracy-of-page.ts'
import type { PlantedPair } from './planted-pairs.ts'

/** One demand with what was found. `holds` is null where it was not measured. */
export interface Demand {
  readonly demand: string
  readonly found: string
  readonly holds: boolean | null
}

const percent = (fraction: number, digits = 1): string => `${(100 * fraction).toFixed(digits)} %`

export const hitFraction = ({ hits, misses }: PageAccuracy): number | null =>
  hits === null || misses === null || hits + misses === 0 ? null : hits / (hits + misses)

/** |median of the arm `recorded` / median live − 1|; null without either. */
export function pltDifference({ livePltMs, replayPltMs }: PageAccuracy): number | null {
  const [live, replay] = [median(livePltMs), median(replayPltMs)]
  return live === undefined || live === null || replay === undefined || replay === null
    ? null
    : replay / live - 1
}

const THINK_LIMIT_MS = 2
const THINK_LIMIT_FRACTION = 0.05

/** ≤ max(2 ms, 5 %) of the page's median think time. */
export const isThinkTimeKept = ({ thinkErrorMs, thinkMs }: PageAccuracy): boolean | null =>
  thinkErrorMs === null || thinkMs === null
    ? null
    : thinkErrorMs <= Math.max(THINK_LIMIT_MS, THINK_LIMIT_FRACTION * thinkMs)

/** What is demanded of a replay, and whether these pages meet it. */
export function judgeAccuracy(pages: readonly PageAccuracy[], pairs: readonly PlantedPair[]): Demand[] {
  const known = <T>(values: readonly (T | null)[]): T[] =>
    values.flatMap((value) => (value === null ? [] : [value]))
  const hits = known(pages.map(hitFraction))
  const away = known(pages.map(pltDifference)).map(Math.abs)
  const bodies = pages.flatMap((page) => page.bodies ?? [])
  const compared = bodies.reduce((sum, each) => sum + each.compared, 0)
  const equal = bodies.reduce((sum, each) => sum + each.equal, 0)
  const thinks = known(pages.map(isThinkTimeKept))
  const verdicts = pages.flatMap(({ again }) => again).filter(({ verdict }) => verdict !== 'too few rounds')
  const differing = verdicts.filter(({ verdict }) => verdict !== 'no difference shown').length
  const shown = pairs.filter(({ live }) => live === 'faster' || live === 'slower')
  const same = shown.filter(({ live, replayed }) => live === replayed).length
  const [medianHits, medianAway] = [median(hits) ?? 0, median(away) ?? 0]
  const found = (n: number, text: string): string => (n === 0 ? 'not measured' : text)
  const holds = (n: number, value: boolean): boolean | null => (n === 0 ? null : value)
  return [
    {
      demand: 'hits / (hits + misses) ≥ 99 % on the median page',
      found: found(hits.length, `${percent(medianHits, 2)} (n = ${hits.length} pages)`),
      holds: holds(hits.length, medianHits >= 0.99),
    },
    {
      demand: 'hits / (hits + misses) ≥ 97 % on the worst page',
      found: found(hits.length, percent(Math.min(...hits), 2)),
      holds: holds(hits.length, Math.min(...hits) >= 0.97),
    },
    {
      demand: 'decoded bodies equal',
      found: found(compared, `${equal} of ${compared}`),
      holds: holds(compared, equal === compared),
    },
    {
      demand: 'think time error ≤ max(2 ms, 5 %)',
      found: found(thinks.length, `${thinks.filter(Boolean).length} of ${thinks.length} pages`),
      holds: holds(thinks.length, thinks.every(Boolean)),
    },
    {
      demand: 'median page load time within 5 % of live on the median page',
      found: found(away.length, percent(medianAway)),
      holds: holds(away.length, medianAway <= 0.05),
    },
    {
      demand: 'within 10 % on the worst page',
      found: found(away.length, percent(Math.max(...away))),
      holds: holds(away.length, Math.max(...away) <= 0.1),
    },
    {
      demand: 'two replays of one recording differ in ≤ 5 % of comparisons',
      found: found(verdicts.length, `${differing} of ${verdicts.length}`),
      holds: holds(verdicts.length, differing <= 0.05 * verdicts.length),
    },
    {
      demand: 'planted: the live verdict, replayed, over at least 12 pairs',
      found: found(pairs.length, `${same} of ${shown.length} with a live verdict`),
      holds: holds(pairs.length, shown.length >= 12 && same === shown.length),
    },
  ]
}
