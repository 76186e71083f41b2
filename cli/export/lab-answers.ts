import { DEFAULT_METRIC } from '../../model/metrics.ts'
import type { Answer } from '../../server/contract/contract.ts'
import type { AnswerWriter } from './answer-writer.ts'
import { ARM_PAIRS, CHOSEN_METRICS } from './overview-answers.ts'

type LabRun = Answer<'labRuns'>['runs'][number]

/** Every lab run with each metric and pair of arms, and with each pair of factors as the page opens. */
export async function writeLab(writer: AnswerWriter): Promise<void> {
  const { runs } = await writer.json('labRuns', '/lab/runs')
  if (runs.length === 0) return
  for (const run of runs) await writeRun(writer, run)
  // The page lists what was left out by campaign.
  const { campaigns } = await writer.json('campaigns', '/campaigns')
  for (const { id, labRunId } of campaigns)
    if (labRunId !== null) await writer.json('campaign', `/campaigns/${id}`)
}

async function writeRun(writer: AnswerWriter, run: LabRun): Promise<void> {
  const path = `/lab/runs/${run.id}`
  await writer.json('labRun', path)
  const factors = factorPairs(run)
  for (const metric of CHOSEN_METRICS) {
    await writer.downloads('efficiency', `${path}/efficiency`, { metric })
    for (const { arm, baseline } of ARM_PAIRS) {
      await writer.downloads('cablelabs', `${path}/cablelabs`, { metric, arm, baseline })
      const opens = metric === DEFAULT_METRIC && arm === 'h2' && baseline === 'h1'
      for (const { x, y } of opens ? factors : factors.slice(0, 1)) {
        await writer.downloads('lines', `${path}/lines`, { x, metric, baseline })
        if (y !== null) await writer.downloads('heatmap', `${path}/heatmap`, { x, y, arm, metric, baseline })
      }
    }
  }
}

/** The pair that the page opens with is the first. */
function factorPairs({ factors }: LabRun): readonly { readonly x: string; readonly y: string | null }[] {
  const varied = factors.filter(({ values }) => values.length > 1).map(({ name }) => name)
  // As the page chooses: the round trip across, the first of the others down.
  const across = varied.includes('rttMs') ? ['rttMs', ...varied.filter((name) => name !== 'rttMs')] : varied
  if (across.length === 1) return across.map((x) => ({ x, y: null }))
  return across.flatMap((x) => varied.filter((y) => y !== x).map((y) => ({ x, y })))
}
