import { type ConditionGain, type GainSummary, gainSummary } from './gain-summary.ts'

/** One condition of CableLabs' experiment (cablelabs:section-5-3-1-conditions), with its four medians. */
export interface CablelabsCondition {
  readonly page: string
  readonly servers: number
  readonly downMbps: number
  readonly upMbps: number
  readonly rttMs: number
  readonly lossPercent: number
  /** Median page load times; null where it was not measured. */
  readonly httpsIw3Ms: number | null
  readonly spdyIw3Ms: number | null
  readonly httpsIw10Ms: number | null
  readonly spdyIw10Ms: number | null
}

type MedianName = 'httpsIw3Ms' | 'spdyIw3Ms' | 'httpsIw10Ms' | 'spdyIw10Ms'

export interface CablelabsCase {
  readonly number: 1 | 2 | 3
  readonly title: string
  /** Says which median is compared; always with HTTPS and an initial window of 3. */
  readonly arm: MedianName
}

export const CABLELABS_CASES: readonly CablelabsCase[] = [
  { number: 1, title: 'SPDY', arm: 'spdyIw3Ms' },
  { number: 2, title: 'initial window of 10', arm: 'httpsIw10Ms' },
  { number: 3, title: 'SPDY with an initial window of 10', arm: 'spdyIw10Ms' },
]

/** Gains of the conditions that a cell of a table stands for. */
export interface GainCell {
  /** Named as in `page A`, `loss 1 rate 10`, `page all`. */
  readonly row: string
  /** Named as in `servers 2`, `rtt 100`, `rtt all`. */
  readonly column: string
  /** Conditions without one of the two medians: they are in no figure of the cell. */
  readonly leftOut: number
  /** Is null where no condition has both medians. */
  readonly gains: GainSummary<CablelabsCondition> | null
}

export interface GainTable {
  /** Numbered as in the paper. */
  readonly table: number
  readonly case: CablelabsCase
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  /** Row by row. */
  readonly cells: readonly GainCell[]
}

export interface CablelabsTables {
  /** Tables 5–10 (cablelabs:table-5 and on): for each case first by page and servers, then by loss, rate and round-trip time. */
  readonly tables: readonly GainTable[]
  /** cablelabs:table-11, one row a case. */
  readonly summary: readonly {
    readonly case: CablelabsCase
    /** Gain over all conditions. */
    readonly all: GainCell
    /** Gain of pages A and B without loss, of which the report prints the average. */
    readonly pagesABWithoutLoss: GainCell
  }[]
}

/**
 * CableLabs' Tables 5–11: gains (median of HTTPS with an initial window of 3 / median of the case) over all conditions
 * that a cell stands for. Rows and columns are the pages, servers, losses, rates and round-trip times that occur.
 *
 * @param conditions of one client
 * @returns undefined without conditions
 * @throws RangeError where a median is not above 0 or not finite
 */
export function cablelabsTables(conditions: readonly CablelabsCondition[]): CablelabsTables | undefined {
  if (conditions.length === 0) return undefined
  const pages = axis('page', conditions, ({ page }) => page)
  const servers = axis('servers', conditions, (condition) => condition.servers)
  const rtts = axis('rtt', conditions, ({ rttMs }) => rttMs)
  const losses = axis('loss', conditions, ({ lossPercent }) => lossPercent)
  const rates = axis('rate', conditions, ({ downMbps }) => downMbps)
  const links = losses.flatMap((loss) => rates.map((rate) => both(loss, rate)))
  return {
    tables: CABLELABS_CASES.flatMap((each, index) => [
      gainTable(5 + 2 * index, each, conditions, pages, servers),
      gainTable(6 + 2 * index, each, conditions, links, rtts),
    ]),
    summary: CABLELABS_CASES.map((each) => ({
      case: each,
      all: gainCell(each, conditions, ALL, ALL),
      pagesABWithoutLoss: gainCell(each, conditions, PAGES_A_B, WITHOUT_LOSS),
    })),
  }
}

/** A value of an axis, or several together, and the conditions that have it. */
interface Level {
  readonly name: string
  readonly holds: (condition: CablelabsCondition) => boolean
}

const ALL: Level = { name: 'all', holds: () => true }
const PAGES_A_B: Level = { name: 'page A B', holds: ({ page }) => page === 'A' || page === 'B' }
const WITHOUT_LOSS: Level = { name: 'loss 0', holds: ({ lossPercent }) => lossPercent === 0 }

/** The values that occur, ascending, and all of them together. */
function axis<Value extends string | number>(
  name: string,
  conditions: readonly CablelabsCondition[],
  of: (condition: CablelabsCondition) => Value,
): Level[] {
  const values = [...new Set(conditions.map(of))].sort((a, b) => (a < b ? -1 : 1))
  const levels = values.map((value) => ({
    name: `${name} ${value}`,
    holds: (condition: CablelabsCondition) => of(condition) === value,
  }))
  return [...levels, { ...ALL, name: `${name} all` }]
}

function both(one: Level, other: Level): Level {
  return {
    name: `${one.name} ${other.name}`,
    holds: (condition) => one.holds(condition) && other.holds(condition),
  }
}

function gainTable(
  table: number,
  of: CablelabsCase,
  conditions: readonly CablelabsCondition[],
  rows: readonly Level[],
  columns: readonly Level[],
): GainTable {
  return {
    table,
    case: of,
    rows: rows.map(({ name }) => name),
    columns: columns.map(({ name }) => name),
    cells: rows.flatMap((row) => columns.map((column) => gainCell(of, conditions, row, column))),
  }
}

function gainCell(
  { arm }: CablelabsCase,
  conditions: readonly CablelabsCondition[],
  row: Level,
  column: Level,
): GainCell {
  const meant = conditions.filter(both(row, column).holds)
  const gains = meant.flatMap((condition): ConditionGain<CablelabsCondition>[] => {
    const { httpsIw3Ms: baselineMs, [arm]: armMs } = condition
    return baselineMs === null || armMs === null ? [] : [{ condition, gain: baselineMs / armMs }]
  })
  return {
    row: row.name,
    column: column.name,
    leftOut: meant.length - gains.length,
    gains: gainSummary(gains) ?? null,
  }
}
