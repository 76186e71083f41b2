import { ARM_NAMES, type Arm } from '../../model/arm.ts'
import { METRIC_NAMES, type MetricName } from '../../model/metrics.ts'
import type { Database } from '../connection/database.ts'

/** A metric with the arms that have a value of it, both in the order of the model. */
interface LabMeasure {
  readonly metric: MetricName
  readonly arms: readonly Arm[]
}

/** Lists what the valid samples of a lab run have values of. Metrics that this version does not know are left out. */
export async function labMeasures(db: Database, labRunId: number): Promise<LabMeasure[]> {
  const rows = await db.query(
    `SELECT DISTINCT series.metric, series.arm FROM lab_cells
     JOIN series ON series.campaign_id = lab_cells.campaign_id AND series.site = lab_cells.site
     WHERE lab_cells.lab_run_id = ? AND series.n > 0`,
    [labRunId],
  )
  const found = new Set(rows.map(({ metric, arm }) => `${metric} ${arm}`))
  return METRIC_NAMES.map((metric) => ({
    metric,
    arms: ARM_NAMES.filter((arm) => found.has(`${metric} ${arm}`)),
  })).filter(({ arms }) => arms.length > 0)
}
