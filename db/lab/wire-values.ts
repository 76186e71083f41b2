import type { Arm } from '../../model/arm.ts'
import type { MetricName } from '../../model/metrics.ts'
import type { Database } from '../connection/database.ts'
import { type LabFactors, labCells } from './lab-cells.ts'

/** A valid load of a lab run, with what it has of some metrics. */
export interface WireLoad {
  readonly factors: LabFactors
  readonly arm: Arm
  /** Metrics without a value are left out. */
  readonly values: Readonly<Partial<Record<MetricName, number>>>
}

/** The factors that set the server, and not the page, the link or how it is loaded. */
const SERVER_FACTORS = [
  'server',
  'priorities',
  'initcwnd',
  'congestionControl',
  'slowStart',
  'streams',
  'thinkMs',
] as const

/** Loads that have a value of at least one of the metrics: of others no packets were captured. */
export async function wireValues(
  db: Database,
  labRunId: number,
  metrics: readonly MetricName[],
): Promise<WireLoad[]> {
  const rows = await db.query(
    `SELECT lab_cells.cell, samples.id, samples.arm, sample_metrics.metric, sample_metrics.value
     FROM lab_cells
     JOIN samples ON samples.campaign_id = lab_cells.campaign_id AND samples.site = lab_cells.site
     JOIN sample_metrics ON sample_metrics.sample_id = samples.id
     WHERE lab_cells.lab_run_id = ? AND samples.state = 'valid' AND samples.role = 'sample'
       AND sample_metrics.value IS NOT NULL AND sample_metrics.metric IN (${metrics.map(() => '?').join(', ')})
     ORDER BY samples.id`,
    [labRunId, ...metrics],
  )
  const factors = new Map((await labCells(db, labRunId)).map((cell) => [cell.cell, cell.factors]))
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    return {
      factors: factors.get(Number(first.cell)) ?? {},
      arm: first.arm as Arm,
      values: Object.fromEntries(own.map(({ metric, value }) => [metric, Number(value)])),
    }
  })
}

/** Names those of a cell's factors that set the server, in one order. */
export function serverFactors(factors: LabFactors): LabFactors {
  return Object.fromEntries(
    SERVER_FACTORS.flatMap((name) => (name in factors ? [[name, factors[name] ?? null]] : [])),
  )
}
