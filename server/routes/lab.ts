import { type LabCellRow, labCells } from '../../db/lab/lab-cells.ts'
import { labMeasures } from '../../db/lab/lab-measures.ts'
import { type LabRunRow, labRunById, listLabRuns } from '../../db/lab/lab-runs.ts'
import { labVantages } from '../../db/lab/lab-vantages.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import type { Efficiency, LabCell, LabRun } from '../contract/contract.ts'
import { requireFound } from '../http/problem.ts'
import { readLabCdf } from '../lab/lab-cdf.ts'
import { factorLevels } from '../lab/lab-factors.ts'
import { readLabShares } from '../lab/lab-shares.ts'
import { labInitialWindowAnswer } from '../lab/window-answer.ts'
import { runRecordings } from '../replay/run-recordings.ts'
import type { Context } from '../request/context.ts'
import type { Handler } from '../request/handler.ts'

export const labRuns: Handler<'labRuns'> = async ({ db }) => {
  const runs: LabRun[] = []
  const vantages = await labVantages(db)
  for (const run of await listLabRuns(db))
    runs.push(runAnswer(run, await labCells(db, run.id), vantages.get(run.id)))
  return { answer: { runs } }
}

/** @throws Problem `not_found` */
export async function findLabRun({ db }: Context, id: number): Promise<LabRunRow> {
  return requireFound(await labRunById(db, id), 'lab run')
}

export const labRun: Handler<'labRun'> = async (context, { params }) => {
  const run = await findLabRun(context, params.id)
  const cells = await labCells(context.db, run.id)
  // The plan is JSON as it was stored.
  const plan = run.plan as LabCell['configuredLink']
  const measured = (await labMeasures(context.db, run.id)).map(({ metric, arms }) => ({
    metric,
    arms: [...arms],
  }))
  const vantages = (await labVantages(context.db)).get(run.id)
  return { answer: { ...runAnswer(run, cells, vantages), plan, measured, cellsList: cells.map(cellAnswer) } }
}

function runAnswer(
  { plan, ...run }: LabRunRow,
  cells: readonly LabCellRow[],
  vantages: readonly string[] = [],
): LabRun {
  return {
    ...run,
    versions: { ...run.versions },
    cells: cells.length,
    vantages: [...vantages],
    recordings: runRecordings({ plan }).length,
    factors: factorLevels(cells),
  }
}

function cellAnswer({ labRunId: _run, ...cell }: LabCellRow): LabCell {
  return {
    ...cell,
    factors: { ...cell.factors },
    configuredLink: cell.configuredLink as LabCell['configuredLink'],
    measuredLink: cell.measuredLink as LabCell['measuredLink'],
    wireLimitMs: cell.wireLimitMs === null ? null : { ...cell.wireLimitMs },
  }
}

export const efficiency: Handler<'efficiency'> = async (context, { params, query }) => {
  const { id } = await findLabRun(context, params.id)
  const rows: Efficiency['rows'][number][] = []
  for (const { cell, campaignId, site, factors, wireLimitMs } of await labCells(context.db, id)) {
    if (campaignId === null || site === null || wireLimitMs === null) continue
    const series = await context.series.read({ campaignId, site, metric: query.metric })
    for (const { arm, sorted } of series) {
      const limitMs = wireLimitMs[arm]
      const medianMs = quantileOfSorted(sorted, 0.5)
      if (limitMs === undefined || medianMs === undefined || medianMs <= 0) continue
      const n = sorted.length
      rows.push({ cell, factors: { ...factors }, arm, n, medianMs, limitMs, efficiency: limitMs / medianMs })
    }
  }
  return { answer: { labRunId: id, metric: query.metric, rows } }
}

export const labInitialWindow: Handler<'labInitialWindow'> = async (context, { params }) => {
  return { answer: await labInitialWindowAnswer(context.db, await findLabRun(context, params.id)) }
}

export const labCdf: Handler<'labCdf'> = async (context, { params, query }) => {
  const { id } = await findLabRun(context, params.id)
  return { answer: await readLabCdf(context, id, query.metric, query.fixed) }
}

export const labShares: Handler<'labShares'> = async (context, { params, query }) => {
  const { id } = await findLabRun(context, params.id)
  return { answer: await readLabShares(context, id, query.fixed) }
}
