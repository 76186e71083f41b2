import { labCells } from '../../db/lab/lab-cells.ts'
import type { LabGains, PageFidelity } from '../contract/contract.ts'
import { labGainRows, type ReplayColumn } from '../lab/lab-gain-rows.ts'
import { pageFidelities } from '../replay/page-fidelities.ts'
import type { Handler } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

export const labGains: Handler<'labGains'> = async (context, { params, query }) => {
  const run = await findLabRun(context, params.id)
  const { id } = run
  const { metric, baseline } = query
  const pages = await pageFidelities(context.db, run)
  const { scale, rows } = await labGainRows(context, await labCells(context.db, id), metric, baseline)
  return {
    answer: {
      ...{ labRunId: id, metric, baseline, scale },
      rows: rows.map((row) => ({ ...row, ...replayColumns(pages.get(row.cell) ?? null) })),
    },
    pending: rows.some(({ pending }) => pending),
  }
}

function replayColumns(page: PageFidelity | null): Pick<LabGains['rows'][number], ReplayColumn> {
  return {
    replay: page && (page.verdict ?? 'not judged'),
    replayArm: page?.arm ?? null,
    replayRatio: page?.ratio ?? null,
    whyNotJudged: page?.why ?? null,
    unsentHints: page?.unsentHints ?? null,
  }
}
