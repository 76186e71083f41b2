import { canonicalJson } from '../../db/rows/json.ts'
import type { Staircase } from '../../figures/staircase.ts'
import { ARM_NAMES, type Arm } from '../../model/arm.ts'
import { handshakeRounds } from '../../model/handshake-rounds.ts'
import { DEFAULT_METRIC } from '../../model/metrics.ts'
import { VISIT_NAMES, type Visit } from '../../model/visit.ts'
import { median } from '../../stats/median.ts'
import { pairedHodgesLehmann } from '../../stats/tests/paired-hodges-lehmann.ts'
import { joinRounds } from '../comparisons/compared-series.ts'
import { toEstimate } from '../comparisons/interval.ts'
import type { LoadCount, RunCell } from '../lab/run-cells.ts'

type Row = Staircase['rows'][number]

interface VisitCell {
  readonly row: RunCell
  readonly visit: Visit
  readonly rttMs: number
  /** All factors but the visit. */
  readonly key: string
}

/** Computes what visits of a run save over its cold loads; none where it has no two cells that differ in their visit alone. */
export async function staircase(runCells: readonly RunCell[]): Promise<Row[]> {
  const cells = runCells.flatMap(visitCell)
  const cold = new Map(cells.filter(({ visit }) => visit === 'cold').map((cell) => [cell.key, cell]))
  const rows: Row[] = []
  for (const cell of cells) {
    const base = cold.get(cell.key)
    if (cell.visit !== 'cold' && base !== undefined) rows.push(...(await rowsOf(base, cell)))
  }
  const order = (row: Row): (string | number)[] => [
    ...[canonicalJson(row.factors), ARM_NAMES.indexOf(row.arm), VISIT_NAMES.indexOf(row.visit), row.rttMs],
  ]
  return rows.sort((a, b) => byAll(order(a), order(b)))
}

function visitCell(row: RunCell): VisitCell[] {
  const { visit, ...others } = row.factors
  const known = VISIT_NAMES.find((name) => name === visit)
  const link = row.configuredLink as { readonly rttMs?: unknown }
  const rttMs = typeof link.rttMs === 'number' ? link.rttMs : 0
  return known === undefined ? [] : [{ row, visit: known, rttMs, key: canonicalJson(others) }]
}

async function rowsOf(cold: VisitCell, { row, visit, rttMs }: VisitCell): Promise<Row[]> {
  const counts = await row.counts()
  const { visit: _, rttMs: __, ...factors } = row.factors
  const rows: Row[] = []
  for (const arm of ARM_NAMES) {
    const loads = counts.filter((count) => count.arm === arm)
    if (loads.every(({ state }) => state === 'pending')) continue
    const pairs = joinRounds(
      await cold.row.series(arm, DEFAULT_METRIC),
      await row.series(arm, DEFAULT_METRIC),
    )
    const shift = pairedHodgesLehmann(pairs.map((pair) => pair.baseline - pair.arm))
    const rounds = expectedRounds(cold.row, arm, visit, rttMs)
    rows.push({
      ...{ cell: row.cell, factors, arm, visit, rttMs, n: pairs.length },
      coldMs: median(pairs.map(({ baseline }) => baseline)) ?? null,
      visitMs: median(pairs.map((pair) => pair.arm)) ?? null,
      savedMs: toEstimate(shift?.shift ?? null, shift?.interval),
      expectedMs: rounds === null ? null : rounds * rttMs,
      savedRoundTrips: shift === undefined || rttMs === 0 ? null : shift.shift / rttMs,
      expectedRoundTrips: rounds,
      verifiedShare: verified(loads),
    })
  }
  return rows
}

/** Rounds of handshakes; from a warm cache, of everything that a cold load waits for. */
function expectedRounds({ wireLimitMs }: RunCell, arm: Arm, visit: Visit, rttMs: number): number | null {
  if (visit !== 'warm-cache') return handshakeRounds(arm, 'cold') - handshakeRounds(arm, visit)
  const limitMs = wireLimitMs?.[arm]
  return limitMs === undefined || rttMs === 0 ? null : Math.round(limitMs / rttMs)
}

/** Counts the loads that came to an end and could be judged. */
function verified(loads: readonly LoadCount[]): number | null {
  const count = (state: string): number =>
    loads.filter((each) => each.state === state).reduce((sum, { samples }) => sum + samples, 0)
  const [valid, invalid] = [count('valid'), count('invalid')]
  return valid + invalid === 0 ? null : valid / (valid + invalid)
}

function byAll(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? value
    if (value !== other) return value < other ? -1 : 1
  }
  return 0
}
