import type { Estimate } from '../../figures/column.ts'
import type { HandshakeCost } from '../../figures/handshake-cost.ts'
import { ARM_NAMES } from '../../model/arm.ts'
import { DEFAULT_METRIC } from '../../model/metrics.ts'
import { type CellGroup, cellGroups } from '../lab/cell-groups.ts'
import { valueIn } from '../lab/lab-factors.ts'
import { medianOf, pageTimeCost } from '../lab/page-time-cost.ts'
import type { RunCell } from '../lab/run-cells.ts'

type Row = HandshakeCost['rows'][number]

export const HANDSHAKE_FACTORS = ['keyExchange', 'chainBytes', 'certificateKey'] as const

export async function handshakeCost(runCells: readonly RunCell[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const group of cellGroups(runCells, HANDSHAKE_FACTORS)) rows.push(...(await groupRows(group)))
  return rows
}

async function groupRows({ condition, cells }: CellGroup): Promise<Row[]> {
  const ordered = cells.toSorted((a, b) => compareKeys(sizeKey(a), sizeKey(b)))
  const [shortest] = ordered
  if (shortest === undefined || ordered.length === 1) return []
  const rows: Row[] = []
  for (const arm of ARM_NAMES) {
    const baseline = await shortest.series(arm, DEFAULT_METRIC)
    if (baseline.values.length === 0) continue
    for (const cell of ordered) {
      const found = pageTimeCost(baseline, await cell.series(arm, DEFAULT_METRIC))
      const cost = cell === shortest ? null : found.cost
      rows.push({
        ...{ condition, arm },
        keyExchange: textIn(cell, 'keyExchange'),
        chainBytes: (valueIn(cell.factors, 'chainBytes') as number | null | undefined) ?? null,
        certificateKey: textIn(cell, 'certificateKey'),
        n: found.n,
        roundTrips: medianOf(await cell.series(arm, 'handshake_round_trips')),
        handshakeBytes: medianOf(await cell.series(arm, 'server_handshake_bytes')),
        ...{ shortestMs: found.baselineMs, medianMs: found.medianMs, cost },
        costShare: shareOf(cost, found.baselineMs),
      })
    }
  }
  return rows
}

const textIn = ({ factors }: RunCell, name: string): string | null =>
  (valueIn(factors, name) as string | null | undefined) ?? null

/** The chain first, then the group, then the key: the shortest of all is what others are compared with. */
function sizeKey(cell: RunCell): number[] {
  const chainBytes = Number(valueIn(cell.factors, 'chainBytes') ?? 0)
  const isHybrid = textIn(cell, 'keyExchange') === 'x25519mlkem768'
  return [chainBytes, isHybrid ? 1 : 0, textIn(cell, 'certificateKey') === 'rsa' ? 1 : 0]
}

function compareKeys(one: readonly number[], other: readonly number[]): number {
  return one.map((value, index) => value - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}

function shareOf(cost: Estimate | null, ofMs: number | null): Estimate | null {
  if (cost === null || ofMs === null || ofMs === 0) return null
  const share = (value: number | null): number | null => (value === null ? null : value / ofMs)
  return { value: cost.value / ofMs, low: share(cost.low), high: share(cost.high) }
}
